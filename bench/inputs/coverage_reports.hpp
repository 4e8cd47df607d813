// Coverage reports of a made project (project.hpp), as their tools write them: whole files, until `bytes` are
// written.
#pragma once

#include "bench/inputs/made_text.hpp"

namespace covey::bench {

made_text make_lcov(std::size_t bytes, std::uint64_t seed);        // tracefile.hpp
made_text make_go_profile(std::size_t bytes, std::uint64_t seed);  // `go test -coverprofile`, mode atomic
made_text make_cobertura(std::size_t bytes, std::uint64_t seed);   // as c8 writes it
made_text make_istanbul(std::size_t bytes, std::uint64_t seed);    // coverage-final.json, as nyc writes it

}  // namespace covey::bench
