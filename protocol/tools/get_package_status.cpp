#include "protocol/render/workspace/workspace.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  return {.name = "get_package_status",
          .title = "What the workspace is",
          .description = "What project the workspace holds, and whether a run goes on; runs nothing.",
          .arguments = {},
          .output_schema = package_status_schema,
          .hints = only_reads};
}

question ask(const tool_call&) {
  return {.projects = projects_asked::all,
          .what_goes_on = true,
          .coverage = coverage_question{},
          .run = run_that_ended_last{},
          .freshness = true,
          .may_lack_stores = true};
}

tool_answer answer(const tool_call& call, const reply& found, const answer_view& view) {
  return render_package_status({.folder = call.workspace,
                                .packages = found.packages,
                                .problem = found.no_project,
                                .latest = ended_of(found),
                                .age = view.freshness ? view.freshness->age : std::chrono::milliseconds{0},
                                .running = found.running,
                                .waiting = found.waiting,
                                .has_coverage = found.latest.data != nullptr});
}

}  // namespace

tool get_package_status() {
  return {.description = describe(), .ask = ask, .answer = answer};
}

}  // namespace covey::protocol
