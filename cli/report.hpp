// `covey report [FILE…]`: writes coverage as an LCOV tracefile, from reports of any format or from a test run
// made now.
#pragma once

#include "cli/options.hpp"

namespace covey::cli {

// LCOV goes to `out` or to the given file, everything else to stderr. Returns 0, even if tests failed; 1 if
// there is no coverage, or if it could not be written.
int run_report(const options& given, int out);

}  // namespace covey::cli
