// Candidates and queries over them that hold a little of everything, the same for the same seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace covey::testing {

struct query_round {
  std::vector<std::string> candidates;  // without NUL; some are empty, some no UTF-8
  std::vector<std::string> queries;     // likewise; none is empty
};

query_round generated_round(std::uint64_t seed);

// Candidates near covey's limit and single terms of many characters: half of the tables of alignments would
// be larger than fzf allows.
query_round generated_long_round(std::uint64_t seed);

}  // namespace covey::testing
