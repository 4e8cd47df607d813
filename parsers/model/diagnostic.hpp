// What is wrong with a report: a class of faults, how many there are, and where the first one is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace covey::parsers {

struct diagnostic {
  std::string_view what;         // the class; has static lifetime
  std::uint64_t count = 0;       // how often it occurred
  std::uint64_t first_line = 0;  // in the report, from 1; 0: lines are useless in this format
  std::string first_at;          // if it is 0: the entry concerned, e.g. a source file; may be empty
  friend bool operator==(const diagnostic&, const diagnostic&) = default;
};

}  // namespace covey::parsers
