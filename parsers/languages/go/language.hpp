// Go: `go test -json`, line coverage with the packages whose tests ran each line.
#pragma once

#include "parsers/languages/language.hpp"
#include <memory>

namespace covey::parsers::languages::go {

extern const language language_definition;

// Files that end in _test.go; tests, subtests, suites, Ginkgo's specs.
std::unique_ptr<const test_finder> make_finder(const config_texts& config);

}  // namespace covey::parsers::languages::go
