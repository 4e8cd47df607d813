// The parts of a Julia run's plan, value by value.
#pragma once

#include "parsers/languages/language.hpp"
#include "parsers/model/test.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// "julia version 1.10.4\n" -> "1.10.4"; empty where that is not what was printed.
std::string julia_version(std::string_view printed);

// What COVEY_SELECT's file holds for these failures: a JSON array of keys. Nothing where one of them has no
// key, that is, where the runner itself failed: then everything is to run again.
std::optional<std::string> julia_selection(const std::vector<rerun_test>& wanted);

// Code of the package, as against its tests: by path relative to the root.
bool is_julia_test_file(std::string_view path);

run_plan make_julia_plan(const plan_request& request, std::string_view version);

}  // namespace covey::parsers
