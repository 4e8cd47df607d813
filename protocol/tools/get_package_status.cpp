#include "protocol/render/workspace/workspace.hpp"
#include "protocol/tools/catalogue.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  tool_description out;
  out.name = "get_package_status";
  out.title = "What the workspace is";
  out.description = "What project the workspace holds, and whether a run goes on; runs nothing.";
  out.output_schema = package_status_schema;
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

question ask(const tool_call&) {
  question out;
  out.projects = projects_asked::all;
  out.what_goes_on = true;
  out.run = run_that_ended_last{};
  out.coverage = coverage_question{};
  out.freshness = true;
  out.may_lack_stores = true;
  return out;
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
