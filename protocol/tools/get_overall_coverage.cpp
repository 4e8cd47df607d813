#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/coverage_answer.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  return {.name = "get_overall_coverage",
          .title = "Line coverage of the whole project",
          .description =
              "Percentage of lines that ran: of all tests as they last ran, of one `run`, or of a report.",
          .arguments = {report_argument(), run_argument({})},
          .output_schema = overall_coverage_schema,
          .hints = only_reads,
          .error_prefix = "Error"};
}

tool_answer answer(const tool_call&, const reply& found, const answer_view& view) {
  const auto from = coverage_of(found, view);
  return render_overall_coverage(from->totals, origin_of(*from));
}

}  // namespace

tool get_overall_coverage() {
  return {.description = describe(), .ask = ask_for_coverage, .answer = answer};
}

}  // namespace covey::protocol
