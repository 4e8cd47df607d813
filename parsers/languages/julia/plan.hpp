// The parts of a Julia run's plan, value by value.
#pragma once

#include "parsers/languages/plan.hpp"
#include "parsers/model/test.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::julia {

// "julia version 1.10.4\n" -> "1.10.4"; empty for any other output.
std::string version_in(std::string_view printed);

// The content of COVEY_SELECT's file for these failures: a JSON array of keys. nullopt if one of them has no
// key, that is, if the runner itself failed: then everything must run again.
std::optional<std::string> selection_argument(const std::vector<rerun_test>& wanted);

// Tells test files from code of the package, by path relative to the root.
bool is_test_file(std::string_view path);

run_plan make_plan(const plan_request& request, std::string_view version);

}  // namespace covey::parsers::languages::julia
