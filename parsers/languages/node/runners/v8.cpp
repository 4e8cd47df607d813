#include "parsers/languages/node/runners/v8.hpp"
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::node {

void add_test_observers(run_plan& plan, const runner_request& request) {
  add_events(plan, request);
  for (const auto* name : {"failures.cjs", "text-diff.cjs", "v8-children.cjs", "v8-per-test.cjs",
                           "v8-lines.cjs", "v8-ranges.cjs", "v8-source-map.cjs"})
    add_reporter(plan, request, name);
}

namespace {

// Files of the project that node loads before a hook of ours: what of them ran only node itself can count.
bool preloads_own_files(std::string_view options) {
  static const std::vector<std::string_view> flags{"-r", "--require", "--import", "--loader",
                                                   "--experimental-loader"};
  bool is_value = false;
  while (!options.empty()) {
    const auto word = options.substr(0, options.find_first_of(" ="));
    options.remove_prefix(std::min(options.size(), word.size() + 1));
    if (is_value && word.find_first_of("./#\"'") == 0) return true;
    if (is_value && word.starts_with("file:")) return true;
    is_value = std::find(flags.begin(), flags.end(), word) != flags.end();
  }
  return false;
}

// Those of mapped sources, since 20.5: before it, only node's own report has them.
bool tells_line_lengths(std::string_view version) {
  const auto dot = std::min(version.find('.'), version.size());
  const auto major = major_version(version),
             minor = major_version(version.substr(std::min(dot + 1, version.size())));
  return major > 20 || (major == 20 && minor >= 5);
}

bool may_count_from_hooks(const runner_request& request) {
  if (!tells_line_lengths(request.node_version)) return false;
  if (request.config_text.find("node-option") != std::string::npos)
    return false;  // mocha starts another node with them
  std::string options;
  const auto& own = request.request.environment;
  if (own.contains("NODE_V8_COVERAGE")) return false;
  if (const auto it = own.find("NODE_OPTIONS"); it != own.end()) options += it->second + " ";
  for (const auto& [name, value] : request.script.environment)
    if (name == "NODE_OPTIONS") options += value + " ";
  for (const auto& flag : request.script.node_flags)
    if (flag.find(request.area) == std::string::npos) options += flag + " ";  // our own hooks lie there
  return !preloads_own_files(options);
}

}  // namespace

void add_run_counted_by_v8(run_plan& plan, const runner_request& request, command run) {
  const auto counts = request.area + "/v8";
  const auto lcov = request.coverage_dir + "/" + request.label + "v8.info";
  plan.folders.push_back(counts);
  if (may_count_from_hooks(request)) {
    run.set_env.emplace_back("COVEY_COUNTS", counts);
    run.set_env.emplace_back("COVEY_LCOV", lcov);
  } else {
    run.set_env.emplace_back("NODE_V8_COVERAGE", counts);
  }
  plan.commands.push_back(std::move(run));
  command report;  // reads what V8 counted, after the tests
  report.argv = request.node;
  report.argv.insert(report.argv.end(), {add_reporter(plan, request, "v8-report.cjs"), counts, lcov});
  report.cwd = request.folder;
  report.role = command_role::coverage;
  report.unless = lcov;
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
