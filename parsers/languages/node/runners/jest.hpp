// jest 29 and 30, with reporters/node/jest-*.cjs. The header declares the parts of its plan that have tests
// of their own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// Whether a configuration may name a test runner: false only if its text rules that out. Asking jest itself
// takes a third of a second.
bool jest_config_may_name_runner(std::string_view config);

// The test runner that all projects share, from the output of `jest --showConfig`; nothing if they differ.
std::optional<std::string> jest_test_runner(std::string_view shown_config);

// The script's arguments without those that covey sets itself; for a rerun also without those that select
// tests.
std::vector<std::string> jest_script_arguments(const std::vector<std::string>& arguments, bool everything);

}  // namespace covey::parsers::languages::node
