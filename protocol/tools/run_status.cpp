// The tools about a run by its id: following it, reading it again, stopping it.
#include "protocol/render/words.hpp"
#include "protocol/render/run/answers.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

// --- of a run that has no results

tool_answer answer_lost(const lost_run& run) {
  const auto id = "run " + std::to_string(run.id);
  json::object members{{"status", run.cancelled ? "cancelled" : "not_run"}, {"run_id", run.id}};
  if (!run.cancelled) members["why"] = run.why;
  return {run.cancelled ? id + " was " + run.why : id + " did not run: " + run.why, std::move(members),
          false};
}

// Of the lost and of the unknown ones; `tool` begins an error.
tool_answer answer_without_results(const reply& found, std::string_view tool) {
  if (const auto* lost = std::get_if<lost_run>(&found.run)) return answer_lost(*lost);
  const auto& run = std::get<unknown_run>(found.run);
  if (run.id == 0) return {"no run in this session yet", {{"status", "no_run"}}, false};
  std::string ids;
  for (const auto one : run.known) ids += (ids.empty() ? "" : ", ") + std::to_string(one);
  return tool_error(std::string{tool} + ": no run " + std::to_string(run.id) + " is known: " +
                    (ids.empty() ? "none has run in this session; call run_tests first"
                                 : "kept are the latest " + std::to_string(limits::kept_runs) + ", now " +
                                       ids + "; leave `run` out for the latest"));
}

// --- run_status

tool_answer answer_ended(const tool_call& call, const parsers::finished_run& run, const answer_view& view) {
  const auto& given = call.given;
  if (given.has("range"))
    return render_range(run, std::get<output_range>(parse_range(given.text("range"))), call.filter, view);
  const auto age = view.freshness->age;
  if (given.has("page")) return render_page(run, count_of(given, "page"), age, view);
  const auto since = count_of(given, "since");
  return since > 0 ? render_rest(run, since, age, view) : render_ended(run, age, view);
}

tool_answer answer_unheard(const unheard_run& run) {
  return {(run.id == 0 ? "a run" : "run " + std::to_string(run.id)) +
              " goes on, or is being prepared; what it has found could not be asked within " +
              std::to_string(run.asked_for.count()) + " s: the machine is busy, ask again",
          {{"status", "running"}},
          false};
}

}  // namespace

tool run_status() {
  tool self{{.name = "run_status",
             .title = "A run by its id",
             .description =
                 "Follow a run that was answered `still running`, or read one of the latest 16 again. Runs "
                 "nothing.",
             .arguments = {run_argument(),
                           wait_argument(),
                           {.name = "until", .description = {}, .choices = {"end", "failure"}},
                           {.name = "since",
                            .type = argument_type::integer,
                            .description = "only failures found behind this place",
                            .minimum = 0},
                           {.name = "page",
                            .type = argument_type::integer,
                            .description = "page of its failures, in full",
                            .minimum = 1},
                           {.name = "range", .description = "bytes of its output: 0-20000, err:0-20000"},
                           detail_argument(),
                           budget_argument()},
             .output_schema = status_schema,
             .hints = only_reads}};
  self.ask = [](const tool_call& call) {
    const auto& given = call.given;
    run_to_follow run{.id = count_of(given, "run"),
                      .wait_for_coverage = call.patience,
                      .until_failure = given.text("until") == "failure"};
    if (given.has("wait")) run.wait = time_of(given, "wait");
    if (given.has("since")) run.since = count_of(given, "since");
    question out{.run = run, .freshness = true, .source_lines = true};
    if (given.has("range")) {
      auto range = parse_range(given.text("range"));
      if (auto* problem = std::get_if<std::string>(&range)) out.refusal = std::move(*problem);
    }
    return out;
  };
  self.answer = [](const tool_call& call, const reply& found, const answer_view& view) -> tool_answer {
    if (const auto* run = ended_of(found)) return answer_ended(call, *run, view);
    if (const auto* run = std::get_if<unheard_run>(&found.run)) return answer_unheard(*run);
    const auto* partial = partial_of(found);
    if (partial == nullptr) return answer_without_results(found, "run_status");
    auto out = render_partial_run(*partial, partial_for::status, view, call.patience);
    if (call.given.has("page") || call.given.has("range"))
      out.text += "page and range are of runs that have ended\n";
    return out;
  };
  self.core = true;
  return self;
}

// --- cancel_run

namespace {

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

tool_answer answer_ended_before(const parsers::finished_run& run) {
  const auto id = std::to_string(run.id);
  return {(run.ending.cancelled ? "cancelled run " + id + ": until then "
                                : "run " + id + " came to its end before: ") +
              counts_text(run.results.totals) + still_failing(run) + R"(; run_status {"run": )" + id +
              "} has the rest",
          {{"status", parsers::to_string(parsers::status_of(run))},
           {"run_id", run.id},
           {"counts", counts_object(run.results.totals)}},
          false};
}

}  // namespace

tool cancel_run() {
  tool self{
      {.name = "cancel_run",
       .title = "Stop a run",
       .description =
           "Stop a run that waits or goes on, with all of its processes, and answer when they are gone. What it found "
           "is kept: run_status.",
       .arguments = {run_argument()},
       .output_schema = status_schema,
       .hints = may_repeat}};
  self.ask = [](const tool_call& call) -> question {
    return {.run = run_to_stop{count_of(call.given, "run")}};
  };
  self.answer = [](const tool_call&, const reply& found, const answer_view&) -> tool_answer {
    if (const auto* run = ended_of(found))
      return found.had_ended ? answer_ended_already(*run) : answer_ended_before(*run);
    if (const auto* run = std::get_if<stopped_run>(&found.run))
      return {"cancelled run " + std::to_string(run->id) +
                  (run->had_begun ? ": it had found nothing yet" : ": it had not begun"),
              {{"status", "cancelled"}, {"run_id", run->id}},
              false};
    return answer_without_results(found, "cancel_run");
  };
  self.core = true;
  return self;
}

}  // namespace covey::protocol
