// The coverage of a Go run: one profile per test binary, with the folder of its package and the record of its
// tests (test_hits.hpp) beside it.
#pragma once

#include "parsers/coverage/collector.hpp"
#include "parsers/languages/go/packages.hpp"
#include <memory>

namespace covey::parsers::languages::go {

// X.dir holds the absolute folder of the package whose test binary wrote X.hits and X.out, and comes before
// them. If an .out has no .dir, each line that ran is attributed to the package of its file; if it has no whole
// .hits, to all tests of its package.
std::unique_ptr<coverage_collector> make_coverage(std::shared_ptr<const package_list> packages);

}  // namespace covey::parsers::languages::go
