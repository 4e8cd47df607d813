// Go: files that end in _test.go; tests, subtests, suites.
#pragma once

#include "parsers/languages/finder.hpp"
#include <memory>

namespace covey::parsers::languages::go {

std::unique_ptr<const test_finder> make_finder(const config_texts& config);

}  // namespace covey::parsers::languages::go
