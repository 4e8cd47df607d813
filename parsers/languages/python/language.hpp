// Python: pytest, or unittest where pytest is not installed; line coverage with the tests that ran each line.
#pragma once

#include "parsers/languages/language.hpp"

namespace covey::parsers {

extern const language python_language;

}  // namespace covey::parsers
