#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/coverage_answer.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  return {.name = "start_coverage_snapshot",
          .title = "Remember the coverage of now",
          .description = "Remember the coverage of now for end_coverage_snapshot.",
          .arguments = {report_argument()},
          .output_schema = snapshot_schema,
          .hints = {},
          .error_prefix = "Error"};
}

question ask(const tool_call& call) {
  auto out = ask_for_coverage(call);
  out.snapshot = snapshot_asked::keep;
  return out;
}

tool_answer answer(const tool_call&, const reply& found, const answer_view& view) {
  return render_snapshot(found.snapshot_id, *found.snapshot, origin_of(*coverage_of(found, view)));
}

}  // namespace

tool start_coverage_snapshot() {
  return {.description = describe(), .ask = ask, .answer = answer};
}

}  // namespace covey::protocol
