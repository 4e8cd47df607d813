// The answers of run_all_tests, run_testfiles and run_testblocks: JSON, with the text of run_tests for clients that are sent a text alone.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "parsers/model/test_listing.hpp"
#include "protocol/render/run.hpp"
#include "protocol/tool.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

// JSON Schemas of the structured halves.
extern const char* const all_tests_schema;
extern const char* const selected_files_schema;
extern const char* const selected_blocks_schema;

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

}  // namespace covey::protocol
