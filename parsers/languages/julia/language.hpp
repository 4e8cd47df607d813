// Julia: Pkg.test, with covey's own testset type in the test process (reporters/julia).
#pragma once

#include "parsers/languages/language.hpp"

namespace covey::parsers::languages::julia {

extern const language language_definition;

}  // namespace covey::parsers::languages::julia
