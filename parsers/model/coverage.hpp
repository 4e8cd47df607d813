// Line coverage, the one model that every report format is read into.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// What a covered line can be attributed to.
enum class attribution : std::uint8_t { test, file, package, binary, run };

struct line_range {  // both ends included, lines count from 1
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  friend bool operator==(const line_range&, const line_range&) = default;
};

struct line_hits {
  std::uint32_t line = 0;
  std::uint64_t hits = 0;  // 0: could run, did not
  friend bool operator==(const line_hits&, const line_hits&) = default;
};

// The lines of one file that one unit ran (count > 0): sorted, disjoint, not adjacent.
struct unit_lines {
  std::uint32_t unit = 0;  // index into coverage::units
  std::vector<line_range> ran;
};

struct file_coverage {
  std::vector<line_hits> lines;     // sorted by line, one entry a line: every line that could run
  std::vector<unit_lines> by_unit;  // sorted by unit; a unit that ran nothing of the file is absent
};

// Who ran something: Go: a package with its top-level tests that ran.
struct coverage_unit {
  std::string name;
  std::vector<std::string> tests;  // sorted
};

struct coverage_totals {
  std::uint64_t lines_found = 0;
  std::uint64_t lines_hit = 0;
};

struct coverage {
  attribution unit_kind = attribution::run;
  std::vector<coverage_unit> units;
  std::map<std::string, file_coverage, std::less<>> files;  // by path, relative to the workspace root
  std::map<std::string, std::string, std::less<>>
      aliases;                     // the report's own name of a file -> key in `files`
  std::vector<std::string> notes;  // what was skipped and why, a sentence each; bounded
};

coverage_totals totals(const coverage& data);

// Lines hit of lines found, in tenths of a percent, rounded half up; 0 where no line was found.
std::uint32_t permille(const coverage_totals& value);

std::string_view to_string(attribution value);

}  // namespace covey::parsers
