// Coverage, the one model that every report format is read into and that LCOV is written from.
#pragma once

#include "parsers/model/branch_list.hpp"
#include "parsers/model/function_list.hpp"
#include "parsers/model/line_list.hpp"
#include "parsers/model/line_hashes.hpp"
#include "parsers/model/lines_by_unit.hpp"
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// What a covered line can be attributed to.
enum class attribution : std::uint8_t { test, file, package, binary, run };

// One outcome of one condition of a decision (MC/DC), and how often it alone determined the decision.
struct condition_hits {
  std::uint32_t line = 0;
  std::uint32_t group = 0;  // how many conditions the decision has
  std::uint32_t index = 0;  // which of them this is
  bool sense = false;
  std::uint64_t hits = 0;
  std::string expression;
  friend bool operator==(const condition_hits&, const condition_hits&) = default;
};

struct file_coverage {
  line_list lines;                         // sorted by line, one entry per executable line
  branch_list branches;                    // sorted by line, block, exception, branch; each once
  std::vector<std::string> branch_names;   // of branches that are told apart by text; each once
  function_list functions;                 // in the report's order; each name once
  std::vector<condition_hits> conditions;  // sorted by line, group, index, sense; each once
  lines_by_unit by_unit;                   // by index into coverage::units
  bool of_tests = false;                   // a file of the tests; excluded from all totals
  // Left out of reports by the project's own settings: it has no lines, and only what units ran of it is known.
  bool aside = false;
  bool holds_tests = false;  // a file of the tests whose lines count
  bool documented = false;   // one of the product, whose documentation is tested in its name
};

// What coverage is attributed to. Go: a package with those of its top-level tests that ran.
struct coverage_unit {
  std::string name;
  std::vector<std::string> tests;  // sorted
  // Of a single test: the length of the beginning of its name that its family has, as a test's subtests have; 0: none.
  std::uint32_t family = 0;
  std::uint32_t lines = 0;  // how many it ran, of all files
  std::chrono::milliseconds duration{0};
};

// Prefix of the note that says why the coverage does not include all tests.
inline constexpr std::string_view partial_coverage = "The coverage is only a part";

// Of files that end like this nothing is measured.
struct unmeasured_files {
  std::string ending;  // empty: there are none
  std::string why;     // a sentence, without its full stop
};

struct coverage {
  attribution unit_kind = attribution::run;
  std::vector<coverage_unit> units;
  std::map<std::string, file_coverage, std::less<>> files;  // by path; in runs relative to the workspace root
  std::map<std::string, std::string, std::less<>>
      aliases;                     // the report's own name of a file -> key in `files`
  std::vector<std::string> notes;  // what was skipped and why, a sentence each; bounded
  hashed_sources_ptr lines = {};   // of its files, as the run saw them; null: not known
  unmeasured_files unmeasured = {};
};

struct found_and_hit {
  std::uint64_t found = 0;
  std::uint64_t hit = 0;
  friend bool operator==(const found_and_hit&, const found_and_hit&) = default;
};

struct coverage_totals {
  found_and_hit lines;
  found_and_hit branches;
  found_and_hit functions;
  found_and_hit conditions;
};

coverage_totals totals(const file_coverage& file);

// As lcov counts: a file without executable lines is ignored, with its branches and functions.
coverage_totals totals(const coverage& data);

// What the totals cover, in words: "src/shop/", "a/ and b/", "main.py", "12 files".
std::string counted_part(const coverage& data);

// Hit / found in tenths of a percent, rounded half up; 0 if nothing was found.
std::uint32_t permille(const found_and_hit& value);

std::string_view to_string(attribution value);

}  // namespace covey::parsers
