#include "protocol/render/failures/answers.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/run_answer.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  return {
      .name = "get_testresults",
      .title = "Failures and errors of the latest run",
      .description =
          "What failed in the latest run or before it and was not rerun, as JSON: failed assertions apart from "
          "all other errors; runs nothing.",
      .arguments = {budget_argument()},
      .output_schema = results_schema,
      .hints = only_reads};
}

tool_answer answer(const tool_call&, const reply& found, const answer_view& view) {
  return render_results(ended_of(found), view, found.words);
}

}  // namespace

tool get_testresults() {
  return {.description = describe(), .ask = ask_for_failures, .answer = answer, .says_what_goes_on = true};
}

}  // namespace covey::protocol
