#include "protocol/render/failures/answers.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  tool_description out;
  out.name = "get_testresults";
  out.title = "Failures and errors of the latest run";
  out.description =
      "What failed in the latest run or before it and was not rerun, as JSON: failed assertions apart from "
      "all other errors; runs nothing.";
  out.arguments = {budget_argument()};
  out.output_schema = results_schema;
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

question ask(const tool_call&) {
  question out;
  out.what_goes_on = true;
  out.run = run_that_ended_last{};
  out.freshness = out.source_lines = true;
  return out;
}

tool_answer answer(const tool_call&, const reply& found, const answer_view& view) {
  return render_results(ended_of(found), view, found.words);
}

}  // namespace

tool get_testresults() {
  return {.description = describe(), .ask = ask, .answer = answer, .says_what_goes_on = true};
}

}  // namespace covey::protocol
