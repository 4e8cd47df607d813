#include "protocol/tools/run_answer.hpp"
#include "protocol/render/freshness.hpp"
#include "protocol/render/run/answers.hpp"
#include "protocol/tools/limits.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

run_output output_of(std::string_view name, run_output usual) {
  using enum run_output;
  return name == "auto" ? automatic : name == "raw" ? raw : name == "summary" ? summary : usual;
}

tool_answer answer_ended(const run_answer& how, const tool_call& call, const reply& found,
                         const answer_view& view) {
  const auto& run = *ended_of(found);
  const auto output = output_of(call.given.text("output"), output_of(call.output, how.usual));
  auto out = how.render(run, found, output, view);
  // A call that asks for an output gets it, whatever the tool.
  if (call.given.has("output")) out.is_json = false;
  return out;
}

tool_answer answer_refused(const run_answer& how, const refused_run& run, const answer_view& view) {
  if (run.status.empty()) return tool_error(std::string{how.tool} + ": " + run.why);
  tool_answer out{run.why, {{"status", run.status}}, false};
  if (run.latest && tells_freshness(view)) out.text += "\nwhole run due: call run_tests";
  return out;
}

}  // namespace

question ask_for_run(const tool_call& call, parsers::run_target target) {
  const auto& given = call.given;
  run_to_start run;
  run.target = std::move(target);
  if (given.was_given("timeout")) run.timeout = time_of(given, "timeout");
  run.wait = given.has("wait") ? time_of(given, "wait") : std::chrono::milliseconds{call.patience};
  if (!call.coverage || given.has("coverage")) run.coverage = call.coverage && given.boolean("coverage");
  question out;
  if (given.has("args") || given.has("env"))
    run.options = {.args = given.texts("args"), .env = given.pairs("env")};
  if (run.options) out.refusal = why_not_added(*run.options);
  out.projects = projects_asked::one;
  out.language = given.text("language");
  out.run = std::move(run);
  out.freshness = out.source_lines = true;
  return out;
}

question ask_for_selected(const tool_call& call, parsers::run_target target, std::string file_query) {
  auto out = ask_for_run(call, std::move(target));
  out.listing = listing_question{.file_query = std::move(file_query), .words = true};
  return out;
}

question ask_for_failures(const tool_call&) {
  return {.what_goes_on = true, .run = run_that_ended_last{}, .freshness = true, .source_lines = true};
}

tool_answer answer_run(const run_answer& how, const tool_call& call, const reply& found,
                       const answer_view& view) {
  const bool in_json = !how.list_member.empty() && !call.given.has("output");
  if (found.selection.no_match)
    return render_no_matches(found.selection.unmatched, how.list_member, *found.listing);
  if (ended_of(found) != nullptr) return answer_ended(how, call, found, view);
  if (const auto* partial = partial_of(found))
    return render_partial_run(*partial, in_json ? partial_for::json_run : partial_for::run, view,
                              call.patience);
  if (const auto* refused = std::get_if<refused_run>(&found.run)) return answer_refused(how, *refused, view);
  return {
      "no run has begun: the tests are still being looked for; what was read until now is kept, so call again",
      {{"status", "preparing"}},
      false};
}

// --- a run that has no results

namespace {

tool_answer answer_lost(const lost_run& run) {
  const auto id = "run " + std::to_string(run.id);
  json::object members{{"status", run.cancelled ? "cancelled" : "not_run"}, {"run_id", run.id}};
  if (!run.cancelled) members["why"] = run.why;
  return {run.cancelled ? id + " was " + run.why : id + " did not run: " + run.why, std::move(members),
          false};
}

}  // namespace

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

}  // namespace covey::protocol
