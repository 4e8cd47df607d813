#include "protocol/render/run/answers.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/run_answer.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  return {
      .name = "cancel_run",
      .title = "Stop a run",
      .description =
          "Stop a run that waits or goes on, with all of its processes, and answer when they are gone. What it found "
          "is kept: run_status.",
      .arguments = {run_argument()},
      .output_schema = cancel_run_schema,
      .hints = may_repeat};
}

question ask(const tool_call& call) {
  return {.run = run_to_stop{count_of(call.given, "run")}};
}

std::string still_failing(const parsers::finished_run& run) {
  const auto line = still_failing_line(run);
  return line.empty() ? "" : "; " + line;
}

tool_answer answer_ended_already(const parsers::finished_run& run) {
  const std::string status{parsers::to_string(parsers::status_of(run))};
  return {"run " + std::to_string(run.id) + " has ended already: " + status + still_failing(run),
          {{"status", status}, {"run_id", run.id}},
          false};
}

tool_answer answer_ended(const parsers::finished_run& run) {
  const auto id = std::to_string(run.id);
  return {(run.ending.cancelled ? "cancelled run " + id + ": until then "
                                : "run " + id + " came to its end before: ") +
              counts_text(run.results.totals) + still_failing(run) + R"(; run_status {"run": )" + id + "} has the rest",
          {{"status", parsers::to_string(parsers::status_of(run))},
           {"run_id", run.id},
           {"counts", counts_object(run.results.totals)}},
          false};
}

tool_answer answer(const tool_call&, const reply& found, const answer_view&) {
  if (const auto* run = ended_of(found))
    return found.had_ended ? answer_ended_already(*run) : answer_ended(*run);
  if (const auto* run = std::get_if<stopped_run>(&found.run))
    return {"cancelled run " + std::to_string(run->id) +
                (run->had_begun ? ": it had found nothing yet" : ": it had not begun"),
            {{"status", "cancelled"}, {"run_id", run->id}},
            false};
  return answer_without_results(found, "cancel_run");
}

}  // namespace

tool cancel_run() {
  return {.description = describe(), .ask = ask, .answer = answer, .core = true};
}

}  // namespace covey::protocol
