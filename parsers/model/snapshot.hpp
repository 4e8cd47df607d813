// The line coverage of every file at one moment, small enough to keep, and the difference of two of them.
#pragma once

#include "parsers/model/coverage.hpp"
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace covey::parsers {

struct snapshot {
  std::int64_t taken = 0;  // ms since the epoch
  std::string source;      // what it was taken from, for people
  found_and_hit lines;
  std::map<std::string, found_and_hit, std::less<>> files;  // lines, by path relative to the workspace
  friend bool operator==(const snapshot&, const snapshot&) = default;
};

// All changes in tenths of a percentage point, from the counts.
struct snapshot_change {
  std::int32_t overall = 0;
  std::map<std::string, std::int32_t, std::less<>> files;  // of either; an absent file counts as 0
  std::vector<std::string> added;                          // sorted, as are the next
  std::vector<std::string> removed;
};

snapshot_change change(const snapshot& before, const snapshot& after);

}  // namespace covey::parsers
