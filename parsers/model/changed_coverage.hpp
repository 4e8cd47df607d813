// Which of the lines that have changed since a base ran.
// Design: docs/design/26-changed-lines.md
#pragma once

#include "parsers/model/coverage.hpp"
#include "parsers/model/source_lines.hpp"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace covey::parsers {

struct unrun_part {
  line_range lines = {};      // changed ones that did not run, and between them at most such that cannot run
  std::string function = {};  // the innermost that has the first; empty: none, or it is not known
  std::string text = {};      // of these lines, at most the first max_shown_lines, with line feeds
};
constexpr std::uint32_t max_shown_lines = 20;

constexpr std::size_t max_covering_names = 5;

struct covering_tests {
  std::vector<line_range> lines = {};
  std::vector<std::pair<std::string, std::string>> tests =
      {};  // group and name, those that run the fewest lines first
  std::size_t all = 0;
};

struct changed_file_lines {
  std::string file = {};
  edit_kind kind = edit_kind::modified;
  std::string was = {};  // the path of a renamed one
  std::vector<unrun_part> missed = {};
  std::vector<line_range> ran = {}, unknown = {};  // unknown: newer than a run that counts, or not measured
  std::uint64_t ran_count = 0, missed_count = 0, unknown_count = 0, no_code = 0;
  bool is_measured = true;     // else no run, or the report, has it
  std::uint64_t older_in = 0;  // the latest run that its unknown lines are newer than; 0: not known
  bool is_of_all = true;       // all tests have run; else no line is known not to
  bool is_untold = false;      // git tells no lines of it, so it is not known which have changed
  std::vector<covering_tests> tests = {};
};

struct changed_coverage {
  std::string base = {};       // as it was asked for: "HEAD"
  std::string commit = {};     // that it means; empty: it is a run
  std::uint64_t base_run = 0;  // which; 0: a commit
  std::uint64_t run = 0;       // the latest whose coverage it is; 0: a report's
  bool of_several = false;     // earlier ones, whose tests have not run since, count as well
  attribution unit = attribution::run;
  std::vector<changed_file_lines> files = {};                   // the most missed and unknown first
  std::uint64_t ran = 0, missed = 0, unknown = 0, no_code = 0;  // of all files
  std::size_t others =
      0;  // changed files that do not count: of the tests, left out by the project's settings, no sources
  // Lines that have not changed, ran in that run, and do not now.
  std::vector<std::pair<std::string, std::vector<line_range>>> regressed = {};
  std::uint64_t regressed_since = 0;
  bool starts_processes = false;        // tests do: lines that only these run may count as missed
  bool is_cut = false;                  // files are left out, and a note says why
  std::vector<std::string> notes = {};  // a sentence each
};
using changed_coverage_ptr = std::shared_ptr<const changed_coverage>;

}  // namespace covey::parsers
