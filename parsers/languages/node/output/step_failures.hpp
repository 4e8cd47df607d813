// The failures of a command that runs beside the tests: a compiler's and a linter's errors with their places, else its output.
#pragma once

#include "parsers/model/run.hpp"
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// `name`: of the command; `is_check`: of linters and their like. At least one failure, of kind `error`.
std::vector<failure> step_failures(std::string_view name, std::string_view out, std::string_view err,
                                   const run_ending& ending, std::string_view folder, std::string_view root,
                                   bool is_check = false);

}  // namespace covey::parsers::languages::node
