#include "actors/limits.hpp"
#include "actors/tools/tool.hpp"
#include "protocol/render/failures.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_last_test_failures() {
  protocol::tool_description out;
  out.name = "last_test_failures";
  out.title = "Failures of the latest run";
  out.description =
      "List what is known to fail: the failures of the latest run in this session, then those of earlier "
      "runs "
      "that were not rerun since: each with its test, file and line, message, and "
      "expected "
      "and actual values or a diff where the runner gave them. Runs nothing; answers at once, also while a "
      "run goes "
      "on.";
  protocol::argument limit{"limit", protocol::argument_type::integer, "how many failures, at most"};
  limit.default_value = limits::default_failures;
  limit.maximum = limits::maximum_failures;
  limit.lenient = true;
  out.arguments = {limit};
  out.output_schema = protocol::failures_schema;
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

call_actor::behavior_type last_test_failures(call_actor::pointer self, call_context context,
                                             std::size_t limit) {
  self->request(context.with->failures, within(limits::question), latest_run{})
      .then(
          [=](const finished_run_ptr& latest) {
            const auto age = latest ? self->clock().now() - latest->ended : std::chrono::nanoseconds{0};
            answer(self, context,
                   protocol::render_failures(latest.get(), {}, limit,
                                             std::chrono::duration_cast<std::chrono::milliseconds>(age)));
          },
          [=](const caf::error& error) {
            answer(self, context,
                   protocol::tool_error("last_test_failures: the store of results " + why_silent(error)));
          });
  return {[self](const cancel_call&) { self->quit(); }, [](const run_progress&) {}};
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  return system.spawn(last_test_failures, std::move(context),
                      static_cast<std::size_t>(arguments.integer("limit")));
}

}  // namespace

extern const tool last_test_failures_tool;
const tool last_test_failures_tool{describe_last_test_failures(), start};

}  // namespace covey::actors
