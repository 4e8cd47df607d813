// Which units ran a file, or a line of it.
#pragma once

#include "parsers/coverage/file_index.hpp"
#include "parsers/model/coverage.hpp"
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace covey::parsers {

struct covered_by {
  std::string file;                         // key of coverage::files
  std::vector<const coverage_unit*> units;  // sorted by name; empty: nothing ran it; they point into the data
};

using lookup_result = std::variant<no_such_file, ambiguous_file, covered_by>;

// `files` is the index of `data`; it says what `file` may be. Line 0: any line.
lookup_result find_covering(const coverage& data, const file_index& files, std::string_view file,
                            std::uint32_t line);

}  // namespace covey::parsers
