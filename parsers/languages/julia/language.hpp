// Julia: Pkg.test, with covey's own testset type in the test process (reporters/julia).
#pragma once

#include "parsers/languages/language.hpp"

namespace covey::parsers {

extern const language julia_language;

}  // namespace covey::parsers
