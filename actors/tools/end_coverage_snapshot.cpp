#include "actors/limits.hpp"
#include "actors/tools/answer_arguments.hpp"
#include "actors/tools/coverage_call.hpp"
#include "protocol/text.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_end_coverage_snapshot() {
  auto out = coverage_tool("end_coverage_snapshot", "Coverage since a snapshot");
  out.description =
      "How coverage has changed since start_coverage_snapshot: over all, by file, new and removed files.";
  protocol::argument id{.name = "snapshotId",
                        .type = protocol::argument_type::string,
                        .description = "from start_coverage_snapshot"};
  id.required = true;
  out.arguments = {id, report_argument(), budget_argument()};
  out.output_schema = protocol::coverage_change_schema;
  return out;
}

protocol::tool_answer diagnose(const caf::error& error, const std::string& id) {
  const auto not_found = "Snapshot not found with ID " + protocol::clipped(id, 100);
  if (error == fault::snapshot_missing) return coverage_error(not_found);
  if (error == fault::snapshot_unreadable) return coverage_error(not_found + ": " + context_of(error));
  return coverage_error("the store of snapshots " + why_silent(error));
}

void compare(coverage_call_self self, const call_context& context, const snapshot_ptr& before,
             const std::string& path) {
  find_coverage(self, context, path, [=](const coverage_source_ptr& found) {
    const auto after = snapshot_of(*found, context.workspace);
    answer(self, context,
           protocol::render_coverage_change(*before, after, parsers::change(*before, after),
                                            origin_of(*found), context.bytes));
  });
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  return start_coverage_call(
      system, std::move(context),
      [id = arguments.text("snapshotId"), path = arguments.text("lcovPath")](coverage_call_self self,
                                                                             const call_context& with) {
        self->request(with.with->snapshots, within(limits::question), find_snapshot{id})
            .then([=](const snapshot_ptr& before) { compare(self, with, before, path); },
                  [=](const caf::error& error) { answer(self, with, diagnose(error, id)); });
      });
}

}  // namespace

extern const tool end_coverage_snapshot_tool;
const tool end_coverage_snapshot_tool{describe_end_coverage_snapshot(), start};

}  // namespace covey::actors
