// `go test -json` of a large project, made; bench/README.md says what is in it.
#pragma once

#include "bench/inputs/made_text.hpp"

namespace covey::bench {

// Whole packages, until `bytes` are written.
made_text make_test2json(std::size_t bytes, std::uint64_t seed);

}  // namespace covey::bench
