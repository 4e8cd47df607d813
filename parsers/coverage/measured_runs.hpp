// What each test ran when it last ran: the coverage of the latest run, and of earlier ones what they know of tests that have
// not run since.
// Design: docs/design/23-coverage-by-test.md
#pragma once

#include "parsers/coverage/file_index.hpp"
#include "parsers/model/coverage.hpp"
#include "parsers/model/freshness.hpp"
#include "parsers/model/test.hpp"
#include "parsers/model/settings.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace covey::parsers {

// Whether anything that reports count was measured, and not only files that are aside.
bool has_reported_files(const coverage& data);

// What kind of file it is and, if they are asked for, its lines and units.
file_coverage what_units_ran(const file_coverage& of, bool with_units = true);

struct measured_run {
  std::uint64_t id = 0;
  std::chrono::steady_clock::time_point ended = {};
  std::string language = {};
  run_options_ptr options = {};  // null: none
  run_fingerprints fingerprints = {};
  std::string name = {};     // for people: "run 3"
  bool is_whole = false;     // it measured all tests to the end
  std::string partial = {};  // why it measured only a part of its tests; empty: all
  std::shared_ptr<const coverage> data = {};
  std::shared_ptr<const file_index> files = {};  // all of `data`
  // Of tests with subtests: how many of them ran.
  std::map<std::pair<std::string, std::string>, std::size_t, std::less<>> subtests = {};
  // For each unit some of whose tests have run since: what is left of it; nothing: all of them have.
  std::map<std::uint32_t, std::optional<coverage_unit>> left = {};

  const coverage_unit* unit(std::uint32_t number) const;  // null: all its tests have run since
  bool has_units() const;
};

// Of a run, which lines there were and which of them ran, in whatever test.
measured_run without_units(const measured_run& of);

struct measured_runs {
  std::vector<measured_run> runs;                   // newest first
  std::map<std::string, std::size_t> dropped = {};  // runs of some tests that were too many, by language
};
using measured_runs_ptr = std::shared_ptr<const measured_runs>;

// How many are kept: of these with the least tests the oldest goes first.
constexpr std::size_t max_measured_runs = 64;

struct added_run {
  measured_run run;
  std::string root;            // its files are relative to it
  const run_results& results;  // of the same run
  bool is_complete = false;    // it came to its end: a test of a measured group without lines ran none
  bool is_whole = false;       // it judged all tests
};

// What is left of those before it, of all languages.
std::vector<measured_run> left_after(const measured_runs& before, added_run& added);

// A whole run replaces what runs of its language, asked for in the same way, know. Any other one replaces what they know of its own tests, as far as it measured them. Of older runs only
// what their units ran is kept. Takes O(units + tests, log of tests each).
measured_runs with_run(const measured_runs& before, added_run added);

}  // namespace covey::parsers
