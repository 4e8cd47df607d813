#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/run_answer.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  return {
      .name = "run_tests",
      .title = "Run all tests",
      .description =
          "Run the whole test suite. A failing suite is a normal result; many failures are grouped by cause. A "
          "long run is answered `still running` with its id, and run_status follows it. After edits, where all "
          "take long, prefer run_failing_tests, or run_testfiles for a part.",
      .arguments = run_arguments({detail_argument()}),
      .output_schema = run_schema,
      .hints = may_repeat,
      .always_loaded = true};
}

question ask(const tool_call& call) {
  return ask_for_run(call, parsers::run_all{});
}

tool_answer answer(const tool_call& call, const reply& found, const answer_view& view) {
  const auto render = [](const parsers::finished_run& run, const reply&, run_output output,
                         const answer_view& with) { return render_run(run, output, with); };
  return answer_run({.tool = "run_tests", .usual = run_output::automatic, .render = render}, call, found,
                    view);
}

}  // namespace

tool run_tests() {
  return {.description = describe(), .ask = ask, .answer = answer, .starts_run = true, .core = true};
}

}  // namespace covey::protocol
