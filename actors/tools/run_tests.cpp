#include "actors/tools/answer_arguments.hpp"
#include "actors/tools/run_call.hpp"
#include "protocol/render/run.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_run_tests() {
  protocol::tool_description out;
  out.name = "run_tests";
  out.title = "Run all tests";
  out.description =
      "Run the whole test suite; a red run is a normal result, told by its causes where many tests fail. A "
      "long run is answered `still running` with its id, and run_status follows it. After edits prefer "
      "run_failing_tests, or run_testfiles for a part.";
  out.arguments = run_arguments({detail_argument()});
  out.output_schema = protocol::run_schema;
  out.always_loaded = true;
  out.hints = {.read_only = false, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  auto order = order_of("run_tests", context, arguments, protocol::run_output::automatic);
  order.render = [](const parsers::finished_run& run, const run_selection&, protocol::run_output output,
                    const protocol::answer_view& view) { return protocol::render_run(run, output, view); };
  return start_run_call(system, std::move(context), std::move(order));
}

}  // namespace

extern const tool run_tests_tool;
const tool run_tests_tool{describe_run_tests(), start, true};

}  // namespace covey::actors
