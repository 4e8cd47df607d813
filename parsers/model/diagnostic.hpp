// What was wrong with a report: a class of faults, how many there were, and where the first is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace covey::parsers {

struct diagnostic {
  std::string_view what;         // the class; a text that lives for ever
  std::uint64_t count = 0;       //
  std::uint64_t first_line = 0;  // of the report, from 1; 0: lines say nothing in this format
  std::string first_at;          // then: the entry that it is about, e.g. a source file; may be empty
  friend bool operator==(const diagnostic&, const diagnostic&) = default;
};

}  // namespace covey::parsers
