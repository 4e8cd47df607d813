// How a run ended, and what it leaves to be rerun, in words.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/json.hpp"
#include <cstddef>
#include <string>

namespace covey::protocol {

// "timed out after 300s", "cancelled", "go was killed by signal 9 (SIGKILL)"; empty if the runner ended
// normally.
std::string early_end(const parsers::finished_run& run);

// Why the run's results are partial: its early end, a crash, tests that never began. Empty if they are
// complete.
std::string why_partial(const parsers::finished_run& run);

// Whether the tool could not do its work. A runner that a test took down has run tests: that is a failed run
// like any other, whether it ended by a signal or an exit code.
bool could_not_run(const parsers::finished_run& run);

// "3 passed, 1 failed, 0 skipped, 0 errors", and the same as an object.
std::string counts_text(const parsers::counts& value);
json::object counts_object(const parsers::counts& value);

// --- failures of earlier runs that the latest run did not rerun. They come first in an answer: otherwise an
// answer whose own tests passed would read as if all tests passed.

// "50 of 198 rerun, 148 not rerun and still failing"; empty if the run reran all known failures.
std::string still_failing_line(const parsers::finished_run& run);

// A test that was rerun and skipped has not passed, and is none of these.
std::size_t count_not_rerun(const parsers::finished_run& run);

// The same as the members `still_failing` and `not_rerun`, unless the line is empty.
void add_still_failing(json::object& out, const parsers::finished_run& run);

// "run 1, of all tests (go), timed out: 5 test(s) never began; what it did not reach has not run since: …";
// empty if the last run of all tests reached them. Several languages follow one another; `own`: only of its kind.
std::string unreached_line(const parsers::finished_run& run, bool own = false);

}  // namespace covey::protocol
