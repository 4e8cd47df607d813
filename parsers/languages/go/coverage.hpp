// The coverage of a Go run: one profile per test binary, with the folder of its package beside it.
#pragma once

#include "parsers/coverage/collector.hpp"
#include "parsers/languages/go/packages.hpp"
#include <memory>

namespace covey::parsers {

// X.dir holds the absolute folder of the package whose test binary wrote X.out, and comes before it. What an
// .out without one says that has run is attributed to the package that the file belongs to.
std::unique_ptr<coverage_collector> make_go_coverage(std::shared_ptr<const go_packages> packages);

}  // namespace covey::parsers
