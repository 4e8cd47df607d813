// Python: pytest, or unittest if pytest is not installed; line coverage with the tests that ran each line.
#pragma once

#include "parsers/languages/language.hpp"

namespace covey::parsers::languages::python {

extern const language language_definition;

}  // namespace covey::parsers::languages::python
