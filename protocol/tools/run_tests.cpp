#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/run_answer.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  auto out = describe_run_tool("run_tests", "Run all tests");
  out.description =
      "Run the whole test suite. A failing suite is a normal result; many failures are grouped by cause. A "
      "long run is answered `still running` with its id, and run_status follows it. After edits, where all "
      "take long, prefer run_failing_tests, or run_testfiles for a part.";
  out.arguments = run_arguments({detail_argument()});
  out.output_schema = run_schema;
  out.always_loaded = true;
  return out;
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
