#include "parsers/languages/node/runners/v8.hpp"
#include <utility>

namespace covey::parsers::languages::node {

void add_test_observers(run_plan& plan, const runner_request& request) {
  add_events(plan, request);
  for (const auto* name : {"failures.cjs", "text-diff.cjs", "v8-per-test.cjs", "v8-lines.cjs",
                           "v8-ranges.cjs", "v8-source-map.cjs"})
    add_reporter(plan, request, name);
}

void add_run_counted_by_v8(run_plan& plan, const runner_request& request, command run) {
  const auto counts = request.area + "/v8";
  plan.folders.push_back(counts);
  run.set_env.emplace_back("NODE_V8_COVERAGE", counts);
  plan.commands.push_back(std::move(run));
  command report;  // reads what V8 counted, after the tests
  report.argv = request.node;
  report.argv.insert(report.argv.end(), {add_reporter(plan, request, "v8-report.cjs"), counts,
                                         request.coverage_dir + "/" + request.label + "v8.info"});
  report.cwd = request.folder;
  report.role = command_role::coverage;
  plan.commands.push_back(std::move(report));
}

void add_run(run_plan& plan, const runner_request& request, command run, attribution unit) {
  if (!request.request.coverage) return plan.commands.push_back(std::move(run));
  add_run_counted_by_v8(plan, request, std::move(run));
  plan.decisions.push_back({"coverage", unit == attribution::test ? "V8, per test" : "V8, per test file",
                            "lines as c8 counts them"});
  plan.make_collector = make_coverage(request, unit);
}

}  // namespace covey::parsers::languages::node
