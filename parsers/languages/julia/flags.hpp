// The words that users add to `Pkg.test`, as its `test_args`: runtests.jl has them in ARGS. What they mean is for it to say.
#pragma once

#include "parsers/languages/added_flags.hpp"

namespace covey::parsers::languages::julia {

inline constexpr flag_table test_args{.runner = "Pkg.test"};

}  // namespace covey::parsers::languages::julia
