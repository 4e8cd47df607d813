// The failures of a command that has to run before the tests: a compiler's errors with their places, else its
// output.
#pragma once

#include "parsers/model/run.hpp"
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// `name`: of the command. At least one failure, of kind `error`.
std::vector<failure> step_failures(std::string_view name, std::string_view out, std::string_view err,
                                   const run_ending& ending, std::string_view folder, std::string_view root);

}  // namespace covey::parsers::languages::node
