// What failures say, and how much text they keep. All of it is plain and valid UTF-8.
// Design: docs/design/10-failure-texts.md
#pragma once

#include "parsers/events/output_parser.hpp"
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

constexpr std::size_t max_failure_message = std::size_t{8} * 1024;
constexpr std::size_t max_failure_output = std::size_t{16} * 1024;  // and diff

// Plain text without blanks at its end; only head and tail if it is longer than the limit.
std::string bounded_text(std::string_view text, std::size_t limit);

// Stores the two values of a comparison; of long ones the part around the first difference. Carriage returns
// and other control characters become escapes, because they may be the difference.
void keep_values(failure& into, std::optional<std::string> actual, std::optional<std::string> expected);

// All failures of a run together keep 16 MiB of text; beyond that a failure keeps its place and the head of
// its message.
class failure_budget {
 public:
  void charge(failure& made);

 private:
  std::size_t left_ = std::size_t{16} * 1024 * 1024;
};

// Several failures of one test are one entry of the answer: the first one, with the others appended to its message. Moves from `several`.
failure joined(std::vector<failure>& several);

constexpr std::size_t max_explanation = std::size_t{4} * 1024;

// "exit code 3", "signal 9".
std::string how_it_ended(const run_ending& ending);

// For a runner that ended without saying why; `complete`: its report was complete.
failure runner_failure(const std::string& runner, const run_ending& ending, bool complete,
                       std::string_view printed);

// Sets failure::found_at: which failures of a run that has ended were known at which place while it went on. Failures of one test are told apart by their order; those that `so_far` has not keep 0.
void set_found_places(std::vector<failure>& failures, const failures_so_far& so_far);

}  // namespace covey::parsers
