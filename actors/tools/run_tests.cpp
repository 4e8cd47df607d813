#include "actors/tools/run_call.hpp"
#include "protocol/render/run.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_run_tests() {
  protocol::tool_description out;
  out.name = "run_tests";
  out.title = "Run all tests";
  out.description =
      "Run the whole test suite of the project in the workspace and wait for its end. Failing tests are a "
      "normal "
      "result. Then ask last_test_failures for the failures in a readable form, run_failing_tests to rerun "
      "just "
      "those, tests_covering for the tests that run a file or a line. Use output \"summary\" to get counts "
      "and "
      "failures instead of the runner's raw output. Sends progress if the client asks for it.";
  protocol::argument output{"output", protocol::argument_type::string,
                            "raw: what the runner printed; summary: counts, coverage and failures"};
  output.choices = {"raw", "summary"};
  output.default_text = "raw";
  out.arguments = {timeout_argument(), language_argument(), output};
  out.output_schema = protocol::run_schema;
  out.hints = {.read_only = false, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  run_order order;
  order.tool = "run_tests";
  order.language = arguments.text("language");
  order.timeout = timeout_of(arguments);
  const auto output =
      arguments.text("output") == "summary" ? protocol::run_output::summary : protocol::run_output::raw;
  order.render = [output](const parsers::finished_run& run, const run_choice&) {
    return protocol::render_run(run, output);
  };
  return start_run_call(system, std::move(context), std::move(order));
}

}  // namespace

extern const tool run_tests_tool;
const tool run_tests_tool{describe_run_tests(), start, true};

}  // namespace covey::actors
