#include "protocol/render/run/answers.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/run_answer.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  return {.name = "run_status",
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
          .output_schema = run_status_schema,
          .hints = only_reads};
}

question ask(const tool_call& call) {
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
}

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

tool_answer answer(const tool_call& call, const reply& found, const answer_view& view) {
  if (const auto* run = ended_of(found)) return answer_ended(call, *run, view);
  if (const auto* run = std::get_if<unheard_run>(&found.run)) return answer_unheard(*run);
  const auto* partial = partial_of(found);
  if (partial == nullptr) return answer_without_results(found, "run_status");
  auto out = render_partial_run(*partial, partial_for::status, view, call.patience);
  if (call.given.has("page") || call.given.has("range"))
    out.text += "page and range are of runs that have ended\n";
  return out;
}

}  // namespace

tool run_status() {
  return {.description = describe(), .ask = ask, .answer = answer, .core = true};
}

}  // namespace covey::protocol
