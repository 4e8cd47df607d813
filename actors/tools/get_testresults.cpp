#include "actors/limits.hpp"
#include "actors/tool.hpp"
#include "actors/tools/answer_arguments.hpp"
#include "actors/tools/kept_runs.hpp"
#include "actors/tree_age.hpp"
#include "protocol/render/results.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_get_testresults() {
  protocol::tool_description out;
  out.name = "get_testresults";
  out.title = "Failures and errors of the latest run";
  out.description =
      "What failed in the latest run or before it and was not rerun, as JSON: failed assertions apart from "
      "all other errors; runs nothing.";
  out.arguments = {budget_argument()};
  out.output_schema = protocol::results_schema;
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

protocol::assertion_words words_of(const std::vector<language_service>& languages) {
  protocol::assertion_words out;
  for (const auto& entry : languages)
    if (!entry.language->assertion.empty()) out.emplace(entry.language->name, entry.language->assertion);
  return out;
}

call_actor::behavior_type get_testresults(call_actor::pointer self, call_context context) {
  self->request(context.with->failures, within(limits::question), latest_run{})
      .then(
          [=](const finished_run_ptr& latest) {
            with_view(self, *context.with, latest, context.bytes, [=](const protocol::answer_view& view) {
              auto given = protocol::render_results(latest.get(), view, words_of(context.with->languages));
              protocol::add_freshness(given, view.tree.get());
              with_going_on(self, context, [=](std::uint64_t run) {
                auto out = given;
                add_going_on(out, run, latest ? latest->id : 0);
                answer(self, context, std::move(out));
              });
            });
          },
          [=](const caf::error& error) {
            answer(self, context,
                   protocol::tool_error("get_testresults: the store of results " + why_silent(error)));
          });
  return {[self](const cancel_call&) { self->quit(); }, [](const run_progress&) {}};
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments&) {
  return system.spawn(get_testresults, std::move(context));
}

}  // namespace

extern const tool get_testresults_tool;
const tool get_testresults_tool{describe_get_testresults(), start};

}  // namespace covey::actors
