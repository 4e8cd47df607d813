// The coverage of a run as covey's reporters and the runners' own tools write it, by the ending of the file:
//   *.info  LCOV (parsers/coverage/formats/lcov/reader.hpp): which lines there are, and which of them ran.
//   *.cov   lines of JSON, in any order:
//     {"file": F, "found": R, "hit": R}             executable lines, and which of them ran; several add up.
//                     "test": true                  a file of the tests: excluded from all totals
//                     "test": false                 one of the product, though tests are grouped by it: its doctests
//                     "further": R                  lines without a count of their own, within statements of
//                                                   several lines: units that run one "ran" them, too
//     {"group": G, "name": N, "ran": {F: R, ...}}   which lines one unit ran; several lines of a unit add up.
//                                                   A file without "found" is left out of reports, and only
//                                                   who ran its lines is known.
//                                                   Without a name: what ran while the group was loaded.
//                                                   "names": [N, ...] instead: tests that were not told apart
//                                                   "all": true instead: the same, all of its tests that ran
//                   "reads": [I, ...]             beside or instead of "ran": what it read that is no source of its own, by paths in the
//                                                   project, there or not; "F/*": the list of a folder; "<processes>": a process
//     {"input": I, "by": {F: R, ...}}               lines that were running when it was read; F is empty: nothing of the project
//     {"input": I, "in": {F: R, ...}}               likewise, where nothing outside of functions was running
//     {"input": I, "near": {F: R, ...}}             likewise, where what called these functions is not known
//     {"inputs": true}                              all that was read is told. Every file has to say it
//     {"unfinished": true}                          from here on the contents are incomplete, until
//     {"unfinished": false}
// F is absolute or relative to the root, R is ranges as text: "1-3,7,9-12".
#pragma once

#include "parsers/coverage/unit_lines_collector.hpp"
#include "parsers/events/output_parser.hpp"
#include "parsers/text/json_scanner.hpp"
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

// One line of a .cov file, as parsers/events/unit_coverage.hpp says it.
using unit_key = std::pair<std::string, std::vector<std::string>>;  // group and names, sorted

inline constexpr json_name cov_members[] = {"ran",   "file", "found", "hit",   "further", "unfinished",
                                            "test",  "all",  "group", "name",  "names",   "reads",
                                            "input", "by",   "in",    "near",  "inputs"};

// Points into the line. Members that are absent or of another type read as empty.
class cov_line : public json_record<cov_members> {
 public:
  bool is_of_unit() const {
    return (*this)["ran"].kind == json_kind::object || (*this)["reads"].kind == json_kind::array;
  }
  unit_key unit() const;
};

std::string text_or_nothing(const json_value& value);

// "1-3,7": sorted, disjoint and not adjacent whatever the text's order; malformed parts are left out.
void read_ranges(const json_value& text, std::vector<line_range>& into);

struct unit_coverage_options {
  std::string root;  // files outside of it are left out
  attribution unit_kind = attribution::run;
  // file, package, binary: an LCOV record's TN names its unit. run: there is one unit, the whole run.
  // test: *.cov names the tests; where it names all tests of its groups only, that is `coarse`.
  std::string separator = "/";  // between group and name, where a unit lists tests of several groups
  // Whether a file inside the project is not part of its own code; by path relative to the root. May be
  // empty.
  std::function<bool(std::string_view)> leave_out;
  std::function<bool(std::string_view)> aside = {};  // the same: whether reports leave it out
  char family_end = '\0';  // in a test's name behind that of its family: '[' before parameters; none has one
  std::function<bool(std::string_view)> holds_tests = {};  // the same: whether it is one of tests
  std::size_t max_bytes = max_set_bytes;                   // of all units' line sets, per file
  attribution coarse = attribution::run;
};

std::unique_ptr<coverage_collector> make_unit_coverage(unit_coverage_options options);

}  // namespace covey::parsers
