#include "actors/limits.hpp"
#include "actors/tools/run_call.hpp"
#include "protocol/render/run.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_run_failing_tests() {
  protocol::tool_description out;
  out.name = "run_failing_tests";
  out.title = "Rerun the failed tests";
  out.description =
      "Rerun all tests that are known to fail, nothing else, and wait for the end. Its results then are the "
      "latest run. What was not rerun, by a smaller limit, a time-out or a cancel, stays failed, and every "
      "answer "
      "says so first. A test that can no longer be found is reported as an error, never as passed.";
  protocol::argument limit{"limit", protocol::argument_type::integer,
                           "how many of the tests, at most; the others stay failed"};
  limit.default_value = limits::maximum_rerun;
  limit.maximum = limits::maximum_rerun;
  limit.lenient = true;
  out.arguments = {limit, timeout_argument(), language_argument()};
  out.output_schema = protocol::run_schema;
  out.hints = {.read_only = false, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  run_order order;
  order.tool = "run_failing_tests";
  order.language = arguments.text("language");
  order.scope = parsers::run_scope::failing;
  order.limit = static_cast<std::uint64_t>(arguments.integer("limit"));
  order.timeout = timeout_of(arguments);
  order.render = [](const parsers::finished_run& run, const run_choice&) {
    return protocol::render_run(run, protocol::run_output::raw);
  };
  return start_run_call(system, std::move(context), std::move(order));
}

}  // namespace

extern const tool run_failing_tests_tool;
const tool run_failing_tests_tool{describe_run_failing_tests(), start, true};

}  // namespace covey::actors
