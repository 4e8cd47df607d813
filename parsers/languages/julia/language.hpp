// Julia: Pkg.test, with covey's own testset type in the test process (reporters/julia).
#pragma once

#include "parsers/languages/language.hpp"
#include <memory>

namespace covey::parsers::languages::julia {

extern const language language_definition;

// Julia: every *.jl below test/ is a test file or a helper of one (TestPicker's rule); testsets are its
// blocks.
std::unique_ptr<const test_finder> make_finder(const config_texts& config);

}  // namespace covey::parsers::languages::julia
