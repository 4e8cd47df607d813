// `covey report [FILE…]`: coverage of any format, or of a run of the tests made now, as an LCOV tracefile.
#pragma once

#include "cli/options.hpp"

namespace covey::cli {

// LCOV goes to `out` or to the file that was named, everything else to stderr. 0, also if tests failed; 1 if
// there is no coverage, or if it could not be written.
int run_report(const options& given, int out);

}  // namespace covey::cli
