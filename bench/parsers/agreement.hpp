// No figure of a reader that does nothing, or something else: all readers of an input must find the same in
// it.
#pragma once

#include "bench/parsers/readers.hpp"

namespace covey::bench {

// What all readers agree on. Each must share at least one count, and not of zero, with another or with what
// the input is known to hold. Throws std::runtime_error, with the names and both counts, where they do not.
counts agreed(const input& from, const made_text& text);

}  // namespace covey::bench
