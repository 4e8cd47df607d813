// Python: pytest, or unittest if pytest is not installed; line coverage with the tests that ran each line.
#pragma once

#include "parsers/languages/language.hpp"
#include "parsers/languages/finder.hpp"
#include <memory>

namespace covey::parsers::languages::python {

extern const language language_definition;

// Python: files by pytest's configuration; tests by pytest's naming rules, and the methods of TestCases.

std::unique_ptr<const test_finder> make_finder(const config_texts& config);

}  // namespace covey::parsers::languages::python
