// What all answers say in words: spans of time, progress, how a run ended, what it leaves to be rerun, and whether its results
// still hold.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/json.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace covey::protocol {

// --- spans of time, and progress

// "just now" below a second, "3s", "2m10s", "1h5m".
std::string age(std::chrono::milliseconds value);

// The same for a sentence: "just now", "3s ago".
std::string ago(std::chrono::milliseconds value);

// Whole seconds, for the structured half of an answer.
std::int64_t age_seconds(std::chrono::milliseconds value);

// "3.402s", "300s": exact to the millisecond.
std::string seconds(std::chrono::milliseconds value);

// "12/340, 1 failed: pkg/TestFoo"; "12 done, 1 failed: pkg/TestFoo" where the total is unknown (0).
std::string progress_message(std::uint64_t done, std::uint64_t total, std::uint64_t failed,
                             std::string_view current);

// --- how a run ended

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

// --- whether its results still hold for the files as they are now: the line and the member that every answer about a run ends with

// "fresh: nothing has changed since run 7", "stale: 2 files changed since run 7: src/cart.py, …", or that it
// is not known, and why.
std::string freshness_line(const run_freshness& freshness);

// {run, age_s, stale (null: not known), changed, new, deleted, during_run, rewritten, files: up to 10, why}
json::object freshness_object(const run_freshness& freshness);

// Whether the answer speaks of it: that of a run's own call only if something changed, or may have.
bool tells_freshness(const answer_view& view);

// What the two take, to be kept free in an answer.
std::size_t freshness_bytes(const run_freshness& freshness);

// Adds both to an answer, which may be JSON in both halves. Null, and errors: nothing is added.
void add_freshness(tool_answer& to, const run_freshness* freshness);

}  // namespace covey::protocol
