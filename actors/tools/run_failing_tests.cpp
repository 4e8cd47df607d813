#include "actors/limits.hpp"
#include "actors/tools/answer_arguments.hpp"
#include "actors/tools/run_call.hpp"
#include "protocol/render/run.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_run_failing_tests() {
  protocol::tool_description out;
  out.name = "run_failing_tests";
  out.title = "Rerun the failed tests";
  out.description =
      "Rerun only what is known to fail, and say what that fixed. What was not rerun stays failed and is "
      "said first. For all tests use run_tests.";
  protocol::argument limit{
      .name = "limit", .type = protocol::argument_type::integer, .description = "most tests to rerun"};
  limit.default_value = limits::maximum_rerun;
  limit.maximum = limits::maximum_rerun;
  limit.lenient = true;
  out.arguments = run_arguments({limit, detail_argument()});
  out.output_schema = protocol::run_schema;
  out.always_loaded = true;
  out.hints = {.read_only = false, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  auto order = order_of("run_failing_tests", context, arguments);
  order.target = parsers::run_failed{static_cast<std::uint64_t>(arguments.integer("limit"))};
  order.render = [](const parsers::finished_run& run, const run_selection&, protocol::run_output output,
                    const protocol::answer_view& view) { return protocol::render_run(run, output, view); };
  return start_run_call(system, std::move(context), std::move(order));
}

}  // namespace

extern const tool run_failing_tests_tool;
const tool run_failing_tests_tool{describe_run_failing_tests(), start, true};

}  // namespace covey::actors
