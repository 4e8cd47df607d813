// See parsers/languages/shell_run.hpp.
#pragma once

#include "parsers/languages/shell_run.hpp"

namespace covey::parsers::languages::julia {

// `julia --project -e "using Pkg; Pkg.test()"`, `julia test/runtests.jl`.
std::optional<shell_run> read_command(const std::vector<std::string>& words);

}  // namespace covey::parsers::languages::julia
