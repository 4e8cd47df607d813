#include "actors/tools/coverage_call.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_get_overall_coverage() {
  auto out = coverage_tool("get_overall_coverage", "Line coverage of the whole project");
  out.description =
      "Percentage of lines that ran: of the latest run, or of a report. get_file_coverage has single files.";
  out.arguments = {report_argument()};
  out.output_schema = protocol::overall_coverage_schema;
  return out;
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  return start_coverage_call(
      system, std::move(context),
      [path = arguments.text("lcovPath")](coverage_call_self self, const call_context& with) {
        find_coverage(self, with, path, [=](const coverage_source_ptr& found) {
          answer(self, with, protocol::render_overall_coverage(found->totals, origin_of(*found)));
        });
      });
}

}  // namespace

extern const tool get_overall_coverage_tool;
const tool get_overall_coverage_tool{describe_get_overall_coverage(), start};

}  // namespace covey::actors
