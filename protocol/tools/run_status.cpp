#include "protocol/render/run/answers.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/run_answer.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  tool_description out;
  out.name = "run_status";
  out.title = "A run by its id";
  out.description =
      "Follow a run that was answered `still running`, or read one of the latest 16 again. Runs "
      "nothing.";
  const argument since{.name = "since",
                       .type = argument_type::integer,
                       .description = "only failures found behind this place",
                       .minimum = 0};
  argument until{.name = "until", .type = argument_type::string, .description = {}};
  until.choices = {"end", "failure"};
  const argument page{.name = "page",
                      .type = argument_type::integer,
                      .description = "page of its failures, in full",
                      .minimum = 1};
  const argument range{.name = "range",
                       .type = argument_type::string,
                       .description = "bytes of its output: 0-20000, err:0-20000"};
  out.arguments = {run_argument(), wait_argument(), until, since, page, range, detail_argument(), budget_argument()};
  out.output_schema = run_status_schema;
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

question ask(const tool_call& call) {
  const auto& given = call.given;
  question out;
  if (given.has("range")) {
    auto range = parse_range(given.text("range"));
    if (auto* problem = std::get_if<std::string>(&range)) out.refusal = std::move(*problem);
  }
  run_to_follow run{.id = static_cast<std::uint64_t>(given.integer("run")),
                    .wait_for_coverage = call.patience};
  if (given.has("wait")) run.wait = time_of(given, "wait");
  run.until_failure = given.text("until") == "failure";
  if (given.has("since")) run.since = static_cast<std::size_t>(given.integer("since"));
  out.run = run;
  out.freshness = out.source_lines = true;
  return out;
}

tool_answer answer_ended(const tool_call& call, const parsers::finished_run& run, const answer_view& view) {
  const auto& given = call.given;
  if (given.has("range"))
    return render_range(run, std::get<output_range>(parse_range(given.text("range"))), call.filter, view);
  const auto age = view.freshness->age;
  if (given.has("page")) return render_page(run, static_cast<std::size_t>(given.integer("page")), age, view);
  const auto since = given.has("since") ? static_cast<std::size_t>(given.integer("since")) : 0;
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
