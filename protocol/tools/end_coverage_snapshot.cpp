#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/coverage_answer.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  return {
      .name = "end_coverage_snapshot",
      .title = "Coverage since a snapshot",
      .description =
          "How coverage has changed since start_coverage_snapshot: over all, by file, new and removed files.",
      .arguments = {{.name = "snapshotId", .description = "from start_coverage_snapshot", .required = true},
                    report_argument(),
                    budget_argument()},
      .output_schema = coverage_change_schema,
      .hints = only_reads,
      .error_prefix = "Error"};
}

question ask(const tool_call& call) {
  auto out = ask_for_coverage(call);
  out.snapshot = snapshot_asked::find;
  out.snapshot_id = call.given.text("snapshotId");
  return out;
}

tool_answer answer(const tool_call& call, const reply& found, const answer_view& view) {
  const auto from = coverage_of(found, view);
  const auto after = snapshot_of(*from, call.workspace, 0);
  return render_coverage_change(*found.snapshot, after, parsers::change(*found.snapshot, after),
                                origin_of(*from), view.bytes);
}

}  // namespace

tool end_coverage_snapshot() {
  return {.description = describe(), .ask = ask, .answer = answer};
}

}  // namespace covey::protocol
