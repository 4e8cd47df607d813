// What an answer says of a run that has ended: the text and the members are written from the same values.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/json.hpp"
#include "protocol/render/failures/views.hpp"
#include "protocol/render/view.hpp"
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace covey::protocol {

// --- where its time went

// "31 s: build 12, tests 9, coverage 10"; empty if it took less than 10 s, or all of it one of these.
std::string times_line(const parsers::finished_run& run);

// The same as the member `time_s`.
void add_times(json::object& out, const parsers::finished_run& run);

// --- how it changed the set of known failures

// Rerun: "82 rerun: 78 pass, 4 still fail, 0 new; run_tests runs all", or, where it is green, whether a run of all is due. Else:
// "since the last run: 78 fixed, 4 still fail, 0 new"; then "fixed: a; b", as many names as fit. Empty if there was nothing to
// compare with.
std::string changes_text(const parsers::finished_run& run);

// Of that the tests that are gone, moved or new: "gone since run 4: 1 that failed: p/a".
std::string list_text(const parsers::finished_run& run);

// Of a green rerun whether a run of all is due, and why; empty of other runs.
std::string what_next(const parsers::finished_run& run);

// The same as the member `changes`.
void add_changes(json::object& out, const parsers::finished_run& run);

// --- its coverage

// "coverage: 85.4% of the lines of src/ (854 of 1000)"; empty if the run measured no line, or ran only a part
// of the tests. "coverage: being read; run_status {"run": 7} has it" while that follows.
std::string covered_line(const parsers::finished_run& run);

// The same as the member `coverage`; in detail also the lines that were counted.
void add_covered(json::object& out, const parsers::finished_run& run, bool detail = true);

// --- its runner's output, within a number of bytes

// Without colours. If it exceeds `bytes`: the first and last lines with "[TRUNCATED] N of M bytes left out"
// between them.
std::string shown_stream(const parsers::captured_stream& stream, std::size_t bytes);

// Both streams, "--- stderr ---" between them. stdout gets what stderr leaves of its quarter.
std::string shown_streams(const parsers::captured_stream& out, const parsers::captured_stream& err,
                          std::size_t bytes);

// --- what that says of its failures

// Failures that covey found but the runner did not print, one line each.
std::vector<std::string> unsaid_failures(const parsers::finished_run& run);

// Whether it is for people, short and complete, and tells why tests failed.
bool is_readable(const parsers::finished_run& run, std::size_t bytes);

// --- its failures: a handful in full, more as an overview

// Those that the run itself found, as many as fit.
struct run_failures {
  std::size_t all = 0;
  std::variant<failure_list, overview> shown;
  bool detail = false;
};

// `full_names`: where objects are all that is written of them.
run_failures run_failures_of(const parsers::finished_run& run, const answer_view& view, std::size_t bytes,
                             bool full_names = false);

// Empty if there are none.
std::string text_of(const run_failures& from);

// {failures, failures_left_out}; with more than a handful also {suites, causes}. Where `names_begin_with` is among
// them, every name in them is without that, but in detail.
json::object object_of(const run_failures& from);

// --- all of it, its lists cut once

struct run_view {
  const parsers::finished_run& run;
  const answer_view& with;
  std::string still_failing;  // of earlier runs; may be empty, as are the next
  std::string ended_early;
  std::string unreached = {};                // what the last run of all tests did not reach
  std::vector<std::string> unfinished = {};  // names of tests
  std::vector<std::string> notes = {};
  std::vector<parsers::decision> decisions = {};        // in detail
  std::vector<std::vector<std::string>> commands = {};  // in detail
  std::vector<std::string> slowest = {};                // in detail: "1.2s NAME", ten at most
  std::vector<std::string> told = {};                   // behind the verdict, of the text alone
};

run_view run_view_of(const parsers::finished_run& run, const answer_view& with);

// Lines before and after its failures, or its output.
struct lines_around {
  std::string before;
  std::string after;
};
// `in_place_of_output`: also how much the runner printed.
lines_around summary_lines(const run_view& from, bool in_place_of_output);
lines_around lines_around_output(const run_view& from);

// All members but its failures.
json::object members_of(const run_view& from);

}  // namespace covey::protocol
