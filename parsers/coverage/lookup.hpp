// Which tests ran a file, or a line of it, by all runs that are kept.
// Design: docs/design/23-coverage-by-test.md
// Design: docs/design/26-changed-lines.md
#pragma once

#include "parsers/coverage/file_index.hpp"
#include "parsers/coverage/measured_runs.hpp"
#include "parsers/model/coverage.hpp"
#include "parsers/model/freshness.hpp"
#include "parsers/model/source_lines.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace covey::parsers {

// One file, as the runs have it.
struct file_in_runs {
  struct entry {
    const measured_run* run = nullptr;
    const file_coverage* file = nullptr;
  };
  std::string file;            // key of coverage::files
  std::vector<entry> entries;  // newest run first; all of one language
  // Of the same language: those that have units and not the file, newest first.
  std::vector<const measured_run*> without = {};
  measured_runs_ptr of;  // they point into it
};

using lookup_result = std::variant<no_such_file, ambiguous_file, file_in_runs>;

// The one whose word it is that further tests do not run the file.
const measured_run& oldest_of(const file_in_runs& file);

// What fits better in one run goes before what fits in another.
lookup_result find_file(const measured_runs_ptr& runs, std::string_view file);

// As they were when it was measured; null: not known.
const line_hashes* lines_of(std::string_view file, const coverage& in);

// Whether the run began before the file was there.
bool is_newer(std::string_view file, const measured_run& than);

// Why no run measures such a file; empty: it could.
std::string_view why_not_measured(const measured_runs& runs, std::string_view file);

// `line`: of the file as it is now, 0: any. `now`: its lines; null: not known. Takes O(lines of the file + units + bytes of
// its sets) for each run.
covered_by find_covering(const file_in_runs& file, std::uint32_t line, const line_hashes* now);

// The coverage of all tests together: of each what it ran when it last ran. As one run: dated by the oldest of which something counts, and named by the newest of all tests. Each file has the lines that it had in the newest
// run that has it, without branches and functions; what earlier ones know of them is moved there. Lines that ran in no test's name count until a run of
// all tests. Files that the newest run no longer saw do not, nor do tests in them. Nothing: a single run knows it all.
std::optional<measured_run> known_of(const measured_runs& runs, std::string_view language);

// --- whether each line of a file as it is now ran

enum class line_run : std::uint8_t {
  no_code,
  unknown,  // a test that last ran with another form of it counts, or it is not known which form it was
  missed,   // each test that counts last ran with it as it is, and none ran it
  ran       // a test ran it as it is
};

struct asked_lines {
  std::string_view file;
  const line_hashes* now = nullptr;  // never null
};

struct lines_of_file {
  bool is_measured = false;          // some run has the file
  bool is_counted = true;            // it is not of the tests, nor left out by the project's settings
  bool is_of_all = true;             // all tests have run; else no line is known not to
  std::uint64_t older_in = 0;        // the latest run by which a line is unknown; 0: none is
  std::vector<line_run> lines = {};  // from 1, at 0 the first
};

// Of each file, by all runs of the language. `now`: what the workspace holds; null: not known. Takes O(lines) for each run and file, and once
// O(units).
std::vector<lines_of_file> lines_run(const measured_runs& runs, std::string_view language,
                                     const std::vector<asked_lines>& files, const fingerprint_ptr& now);

}  // namespace covey::parsers
