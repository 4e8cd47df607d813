#include "actors/limits.hpp"
#include "actors/tools/coverage_call.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_start_coverage_snapshot() {
  auto out = coverage_tool("start_coverage_snapshot", "Remember the coverage of now");
  out.description =
      "Remember the coverage as it is now, to be compared by end_coverage_snapshot after tests were added.";
  out.arguments = {report_argument()};
  out.output_schema = protocol::snapshot_schema;
  out.hints = {.read_only = false, .destructive = false, .idempotent = false, .open_world = false};
  return out;
}

void keep(coverage_call_self self, const call_context& context, const coverage_source& found) {
  auto taken = std::make_shared<const parsers::snapshot>(snapshot_of(found, context.workspace));
  const auto origin = origin_of(found);
  self->request(context.with->snapshots, within(limits::question), keep_snapshot{taken})
      .then([=](const std::string& id) { answer(self, context, render_snapshot(id, *taken, origin)); },
            [=](const caf::error& error) {
              const auto reason = context_of(error);
              answer(
                  self, context,
                  coverage_error("Cannot create snapshot: " +
                                 (reason.empty() ? "the store of snapshots " + why_silent(error) : reason)));
            });
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  return start_coverage_call(
      system, std::move(context),
      [path = arguments.text("lcovPath")](coverage_call_self self, const call_context& with) {
        find_coverage(self, with, path, [=](const coverage_source_ptr& found) { keep(self, with, *found); });
      });
}

}  // namespace

extern const tool start_coverage_snapshot_tool;
const tool start_coverage_snapshot_tool{describe_start_coverage_snapshot(), start};

}  // namespace covey::actors
