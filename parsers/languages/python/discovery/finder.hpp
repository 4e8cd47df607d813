// Python: files by pytest's configuration; tests by pytest's naming rules, and the methods of TestCases.
#pragma once

#include "parsers/languages/finder.hpp"
#include <memory>

namespace covey::parsers::languages::python {

std::unique_ptr<const test_finder> make_finder(const config_texts& config);

}  // namespace covey::parsers::languages::python
