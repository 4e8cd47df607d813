#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/limits.hpp"
#include "protocol/tools/run_answer.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  return {
      .name = "run_failing_tests",
      .title = "Rerun the failed tests",
      .description =
          "Rerun only what is known to fail, and say what that fixed. What was not rerun stays failed and is "
          "said first. For all tests use run_tests.",
      .arguments = run_arguments({limit_argument("tests to rerun", limits::max_rerun), detail_argument()}),
      .output_schema = run_schema,
      .hints = may_repeat,
      .always_loaded = true};
}

question ask(const tool_call& call) {
  auto out = ask_for_run(call, parsers::run_failed{.limit = count_of(call.given, "limit")});
  // A rerun knows its language from the run it repeats.
  if (out.language.empty()) out.projects = projects_asked::none;
  return out;
}

tool_answer answer(const tool_call& call, const reply& found, const answer_view& view) {
  const auto render = [](const parsers::finished_run& run, const reply&, run_output output,
                         const answer_view& with) { return render_run(run, output, with); };
  return answer_run({.tool = "run_failing_tests", .render = render}, call, found, view);
}

}  // namespace

tool run_failing_tests() {
  return {.description = describe(), .ask = ask, .answer = answer, .starts_run = true, .core = true};
}

}  // namespace covey::protocol
