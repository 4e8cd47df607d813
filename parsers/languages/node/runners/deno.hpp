// deno test (2.0 and later), with its JUnit file. The header declares the parts of its plan that have tests
// of their own.
#pragma once

#include "parsers/events/event_output.hpp"
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// The arguments of `deno test` in tasks.test of a deno.json (JSON with comments); empty if there is no such
// task.
std::vector<std::string> deno_task_arguments(std::string_view config);

// The script's arguments without those that covey sets itself; for a rerun also without those that select
// files and tests.
std::vector<std::string> deno_script_arguments(const std::vector<std::string>& arguments, bool everything);

// One module that does not load stops deno before any test.
std::vector<failure> diagnose_deno(const printed_text& said, std::string_view root);

}  // namespace covey::parsers::languages::node
