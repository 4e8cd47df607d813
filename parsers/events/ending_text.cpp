#include "parsers/events/ending_text.hpp"
#include "parsers/events/failure_text.hpp"

namespace covey::parsers {

std::string how_it_ended(const run_ending& ending) {
  const bool signalled = ending.kind == run_ending::kind_type::signalled;
  return (signalled ? "signal " : "exit code ") + std::to_string(ending.value);
}

failure runner_failure(const std::string& runner, const run_ending& ending, bool complete,
                       std::string_view printed) {
  failure out;
  out.message =
      runner + " ended with " + how_it_ended(ending) + (complete ? "" : " before its report was complete");
  const auto said = bounded_text(printed, max_explanation);
  if (!said.empty()) out.message += ":\n" + said;
  return out;
}

}  // namespace covey::parsers
