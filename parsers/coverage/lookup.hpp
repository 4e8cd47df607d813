// Which units ran a file, or a line of it.
#pragma once

#include "parsers/model/coverage.hpp"
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace covey::parsers {

struct no_such_file {};

struct ambiguous_file {
  std::vector<std::string> candidates;  // keys of coverage::files, sorted
};

struct covered_by {
  std::string file;                         // key of coverage::files
  std::vector<const coverage_unit*> units;  // sorted by name; empty: nothing ran it; they point into the data
};

using lookup_result = std::variant<no_such_file, ambiguous_file, covered_by>;

// `file` may be a path relative to `root`, absolute inside it, the report's own name of the file, or the end
// of one of these that begins at a path component. `\` separates as well as `/`. A path that names a file
// exactly goes before one that is the end of others. Line 0: any line.
lookup_result find_covering(const coverage& data, std::string_view file, std::uint32_t line,
                            std::string_view root);

}  // namespace covey::parsers
