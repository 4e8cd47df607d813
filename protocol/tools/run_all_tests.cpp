#include "protocol/render/run/answers.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/run_answer.hpp"
#include "protocol/tools/selection.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  return {.name = "run_all_tests",
          .title = "Run all tests, short answer",
          .description =
              "As run_tests, answered in JSON: how many files ran, and the failures. Prefer "
              "run_tests, whose text is shorter.",
          .arguments = run_arguments(),
          .output_schema = all_tests_schema,
          .hints = may_repeat};
}

question ask(const tool_call& call) {
  return ask_for_selected(call, parsers::run_all{}, "");
}

run_selection select(const tool_call&, const parsers::test_listing& listing, const reply&) {
  run_selection out;
  for (const auto& file : listing.files) out.selections.push_back(select_file(file));
  return out;
}

tool_answer answer(const tool_call& call, const reply& found, const answer_view& view) {
  const auto render = [](const parsers::finished_run& run, const reply& of, run_output output,
                         const answer_view& with) {
    return render_all_tests({run, of.selection.selections, *of.listing}, output, with);
  };
  return answer_run({.tool = "run_all_tests", .list_member = "files_run", .render = render}, call, found,
                    view);
}

}  // namespace

tool run_all_tests() {
  return {.description = describe(), .ask = ask, .answer = answer, .select = select, .starts_run = true};
}

}  // namespace covey::protocol
