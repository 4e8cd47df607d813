#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/limits.hpp"
#include "protocol/tools/run_answer.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  auto out = describe_run_tool("run_failing_tests", "Rerun the failed tests");
  out.description =
      "Rerun only what is known to fail, and say what that fixed. What was not rerun stays failed and is "
      "said first. For all tests use run_tests.";
  argument limit{.name = "limit", .type = argument_type::integer, .description = "tests to rerun"};
  limit.default_value = limits::max_rerun;
  limit.maximum = limits::max_rerun;
  limit.lenient = true;
  out.arguments = run_arguments({limit, detail_argument()});
  out.output_schema = run_schema;
  out.always_loaded = true;
  return out;
}

question ask(const tool_call& call) {
  auto out = ask_for_run(
      call, parsers::run_failed{.limit = static_cast<std::uint64_t>(call.given.integer("limit"))});
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
