// The answers about a run: of the tools that run tests, of run_status and cancel_run.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "parsers/model/test_block.hpp"
#include "protocol/answer_filter.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace covey::protocol {

// --- of every tool that runs tests

// raw: the runner's output; summary: counts, coverage and failures; automatic: raw if that is for people and under
// 2,000 tokens, else summary. The last line is always "exit: N".
enum class run_output { automatic, raw, summary };

// An error only if the runner itself could not do its work; failed tests are a result. Each half is within
// the view's bytes: long streams keep their first and last parts, more than a handful of failures become an
// overview. `told`: lines behind the verdict, of the text alone.
tool_answer render_run(const parsers::finished_run& run, run_output output, const answer_view& view = {},
                       const std::vector<std::string>& told = {});

// --- of run_all_tests, run_testfiles and run_testblocks: JSON, with the text of run_tests for clients that are sent a text alone

// The selections of the run's request, in their order, and the listing that they refer to.
struct selected_run {
  const parsers::finished_run& run;
  const std::vector<parsers::file_selection>& selections;
  const parsers::test_listing& listing;
};

// Members as in the answer of run_tests, but with `details` for its `failures`, the counts one by one, and a status of "completed",
// "failed", "timed_out" or "cancelled"; raw: also the runner's output, as `stdout` and `stderr`. The tests of a block are counted,
// in detail each has its outcome; a block within another one that was selected is told with that.
tool_answer render_all_tests(const selected_run& from, run_output output = run_output::summary,
                             const answer_view& view = {});
tool_answer render_selected_files(const selected_run& from, run_output output = run_output::summary,
                                  const answer_view& view = {});
tool_answer render_selected_blocks(const selected_run& from, run_output output = run_output::summary,
                                   const answer_view& view = {});

// "No matches for 'x'"; `list` is the member that would hold what ran: "files_run".
// A file that could not be read may still contain a match: the notes of `listing` say so.
tool_answer render_no_matches(std::string_view query, std::string_view list,
                              const parsers::test_listing& listing = {});

// --- about a run that waits or goes on

// How a caller goes on from here.
enum class partial_for : std::uint8_t {
  run,       // the answer of a tool that runs tests, given before the run's end
  status,    // of run_status
  json_run,  // as `run`, of a tool whose text is its JSON
};

// "still running (go, run 7): 12/340, 1 failed, for 45s so far; running: pkg/TestFoo, 44s", an overview of the failures, or
// those after the place that was asked from, and the call that leads on. Members: status ("running" or "waiting"), run_id,
// language, elapsed_ms, done, failed, found, total, running, running_s or last, doing, causes, failures (`details`
// for json_run), since (the place to ask from the next time). `patience`: how long the client waits for an answer.
tool_answer render_partial_run(const parsers::partial_run& run, partial_for reader,
                               const answer_view& view = {}, std::chrono::seconds patience = {});

// For the answer of a call that joined a run which had begun before it: edits made in between may have missed
// it. The text begins with that, and the structured half has it as `joined`.
void add_joined(tool_answer& to, std::uint64_t run_id, std::chrono::nanoseconds before);

// --- about one that has ended, read again by its id: as a whole, its failures by the page, its output by the range

// Its summary as the run itself was answered, and its age.
tool_answer render_ended(const parsers::finished_run& run, std::chrono::milliseconds age,
                         const answer_view& view = {});

// A page of its own failures, from 1, each in full: as many as surely fit.
tool_answer render_page(const parsers::finished_run& run, std::size_t page, std::chrono::milliseconds age,
                        const answer_view& view = {});

// Bytes of the runner's output as it was kept (its head and tail if it was long), from 0, both ends included.
struct output_range {
  bool err = false;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// "0-20000" of stdout, "err:0-20000" of stderr; "out:500-" to the end. The range, or what is wrong with it.
std::variant<output_range, std::string> parse_range(std::string_view text);

// The bytes are counted after the filter, which is the same for a whole session.
tool_answer render_range(const parsers::finished_run& run, const output_range& range,
                         const answer_filter& filter = {}, const answer_view& view = {});

// The counts; the causes of the failures that were found behind the place `since` (failure::found_at), each as an overview
// has it; then the other causes by their names and suspects. No failure that was told is told again.
tool_answer render_rest(const parsers::finished_run& run, std::size_t since, std::chrono::milliseconds age,
                        const answer_view& view = {});

}  // namespace covey::protocol
