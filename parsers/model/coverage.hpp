// Coverage, the one model that every report format is read into and that LCOV is written from; who ran a line, and the line
// coverage of every file at one moment.
#pragma once

#include "parsers/model/lines_by_unit.hpp"
#include "parsers/model/source_lines.hpp"
#include <chrono>
#include <cstddef>
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

// What units read that is no source of theirs: a file, there or not; "F/*" is the list of a folder, "$NAME" a variable, `started_processes` a process.
struct read_input {
  std::vector<std::uint32_t> units = {};                        // indices, in any order
  std::map<std::string, std::vector<line_range>> running = {};  // meanwhile, of the project's sources
  std::map<std::string, std::vector<line_range>> inside = {};   // likewise, and nothing outside of functions was
  std::map<std::string, std::vector<line_range>> near = {};     // likewise, and not all that called them is known
  bool astray = false;                                          // once that was so
  bool alone = false;                                           // once nothing of the project was running
};
inline constexpr std::string_view started_processes = "<processes>";

struct coverage {
  attribution unit_kind = attribution::run;
  std::vector<coverage_unit> units;
  std::map<std::string, file_coverage, std::less<>> files;  // by path; in runs relative to the workspace root
  std::map<std::string, std::string, std::less<>>
      aliases;                     // the report's own name of a file -> key in `files`
  std::vector<std::string> notes;  // what was skipped and why, a sentence each; bounded
  hashed_sources_ptr lines = {};   // of its files, as the run saw them; null: not known
  unmeasured_files unmeasured = {};
  std::map<std::string, read_input, std::less<>> inputs = {};  // by path relative to the workspace root
  bool inputs_known = false;                                   // all that were read are there
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

// Which tests ran a line.
struct covered_by {
  std::vector<const coverage_unit*> units = {};     // in any order; a unit without tests is what loading ran
  attribution unit_kind = attribution::run;         // the coarsest of them
  std::map<std::uint64_t, std::size_t> tests = {};  // how many last ran in which run, by its id
  std::uint64_t added_since = 0;  // the latest run, by its id, since which the line was added; 0: none
  // The latest run, by its id, whose units ran the line before it was edited.
  std::uint64_t edited_since = 0;
  // The latest run whose lines could not be compared with the present ones: the question was taken for one about its lines.
  std::uint64_t not_known_in = 0;
  std::string_view not_measured = {};  // why such a file is not; empty: it could be
};

// Small enough to keep.
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

// What is wrong with a report: a class of faults, how many there are, and where the first one is.
struct diagnostic {
  std::string_view what;         // the class; has static lifetime
  std::uint64_t count = 0;       // how often it occurred
  std::uint64_t first_line = 0;  // in the report, from 1; 0: lines are useless in this format
  std::string first_at;          // if it is 0: the entry concerned, e.g. a source file; may be empty
  friend bool operator==(const diagnostic&, const diagnostic&) = default;
};

}  // namespace covey::parsers
