#include "parsers/languages/node/runners/node_test.hpp"
#include "parsers/languages/node/runners/refusals.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/runners/v8.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/node/output/stack_text.hpp"
#include "reporters/embedded.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <charconv>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using enum flag_value;
using namespace refusals;

// clang-format off
constexpr flag_rule rules[] = {
    {"--test", none, own_flag, {}, true},
    {"--test-reporter", one, own_report},
    {"--test-reporter-destination", one, own_report},
    {"--experimental-test-coverage", none, own_coverage},
    {"--test-coverage-lines", one, own_coverage},
    {"--test-coverage-branches", one, own_coverage},
    {"--test-coverage-functions", one, own_coverage},
    {"--test-update-snapshots", none, rewrites},
    {"--test-rerun-failures", one, writes},
    {"--watch", none, watches},
    {"--watch-path", one, watches},
    {"--inspect-brk", none, debugs},
    {"--inspect-brk-node", none, debugs},
    {"--inspect-wait", none, debugs},
    {"--prof", none, writes},
    {"--trace-events-enabled", none, writes},
    {"--cpu-prof", none, writes},
    {"--heap-prof", none, writes},
    {"--help", none, runs_nothing},
    {"-h", none, runs_nothing},
    {"--version", none, runs_nothing},
    {"-v", none, runs_nothing},
    {"-C", one}, {"-r", one},
};
// clang-format on

}  // namespace

const flag_table node_test_flags{.runner = "node:test", .style = flag_style::camel, .rules = rules};
namespace {

// Node's flags whose value may be the next word.
const std::vector<std::string_view>& flags_with_value() {
  static const std::vector<std::string_view> out{"--import",
                                                 "--require",
                                                 "-r",
                                                 "--loader",
                                                 "--experimental-loader",
                                                 "--conditions",
                                                 "-C",
                                                 "--env-file",
                                                 "--env-file-if-exists",
                                                 "--test-concurrency",
                                                 "--test-timeout",
                                                 "--test-name-pattern",
                                                 "--test-skip-pattern",
                                                 "--test-shard",
                                                 "--test-isolation",
                                                 "--experimental-test-isolation",
                                                 "--test-coverage-include",
                                                 "--test-coverage-exclude",
                                                 "--test-global-setup",
                                                 "--experimental-config-file",
                                                 "--max-old-space-size",
                                                 "--stack-trace-limit",
                                                 "--unhandled-rejections",
                                                 "--disable-warning"};
  return out;
}

bool is_without_isolation(const std::vector<std::string>& flags) {
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const auto& flag = flags[i];
    const bool names =
        flag.starts_with("--test-isolation") || flag.starts_with("--experimental-test-isolation");
    if (names && (flag.ends_with("=none") || (i + 1 < flags.size() && flags[i + 1] == "none"))) return true;
  }
  return false;
}

int major_of(std::string_view version) {
  int out = 0;
  std::from_chars(version.data(), version.data() + version.size(), out);
  return out;
}

constexpr int first_with_patterns = 21;  // before 21, node --test takes only files and folders

bool is_pattern(std::string_view word) {
  return word.find_first_of("*?{[") != std::string_view::npos;
}

}  // namespace

test_runner_arguments read_test_runner_arguments(const std::vector<std::string>& arguments, bool everything) {
  static const std::vector<unwanted_flag> choosing{
      {"--test-name-pattern", true}, {"--test-skip-pattern", true},           {"--test-shard", true},
      {"--test-isolation", true},    {"--experimental-test-isolation", true}, {"--test-only"}};
  auto rest = without_flags(arguments, refused_flags(node_test_flags));
  if (!everything) rest = without_flags(rest, choosing);
  test_runner_arguments out;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (!rest[i].starts_with('-')) {
      if (everything) out.operands.push_back(rest[i]);
      continue;
    }
    const auto& known = flags_with_value();
    const bool takes = std::find(known.begin(), known.end(), rest[i]) != known.end();
    out.flags.push_back(rest[i]);
    if (takes && i + 1 < rest.size()) out.flags.push_back(rest[++i]);
  }
  out.isolated = !is_without_isolation(out.flags);
  return out;
}

std::vector<std::string> expanded_files(std::string_view printed) {
  std::vector<std::string> out;
  while (!printed.empty()) {
    const auto one = printed.substr(0, printed.find('\0'));
    printed.remove_prefix(std::min(one.size() + 1, printed.size()));
    if (!one.empty()) out.emplace_back(one);
  }
  return out;
}

namespace {

// Before Node 21 only a shell would have expanded the patterns.
std::optional<command> ask_files(const runner_request& request) {
  if (!request.everything) return std::nullopt;
  if (major_of(request.node_version) >= first_with_patterns) return std::nullopt;
  const auto own = read_test_runner_arguments(request.script.arguments, true);
  if (std::none_of(own.operands.begin(), own.operands.end(), is_pattern)) return std::nullopt;
  command out;
  out.argv = request.node;
  out.argv.insert(out.argv.end(), {"-e", std::string{reporters::text("node/expand-files.cjs")}, "--"});
  out.argv.insert(out.argv.end(), own.operands.begin(), own.operands.end());
  out.cwd = request.folder;
  return out;
}

// node's own costs each test file's process 50 ms. Where the script asks for it, its thresholds and globs hold.
bool asks_for_coverage(const std::vector<std::string>& flags) {
  return std::any_of(flags.begin(), flags.end(), [](const auto& flag) {
    return flag.starts_with("--experimental-test-coverage") || flag.starts_with("--test-coverage-");
  });
}

// c8 and node count different files: c8 leaves out the tests.
void add_coverage(run_plan& out, const runner_request& request, bool per_test, bool by_node) {
  out.decisions.push_back({"coverage", per_test ? "V8, per test" : "V8, of the whole run",
                           by_node ? "node's own coverage" : "lines as c8 counts them"});
  if (!per_test)
    out.notes.emplace_back(
        "Coverage is of the whole run: without test isolation the tests of several files share one process.");
  out.make_collector = make_coverage(request, per_test ? attribution::test : attribution::run);
}

runner_plan plan_node_test(const runner_request& request) {
  auto out = begin_plan(request, "node:test");
  add_test_observers(out, request);
  for (const auto* name :
       {"node-test-journals.cjs", "node-test-select.cjs", "node-test-reported.cjs", "node-test-tree.cjs"})
    add_reporter(out, request, name);
  auto own = read_test_runner_arguments(request.script.arguments, request.everything);
  std::vector<std::string> arguments{
      "--require=" + add_reporter(out, request, "node-test-hooks.cjs"),
      "--test",
      "--test-reporter=" + add_reporter(out, request, "node-test-reporter.cjs"),
      "--test-reporter-destination=stderr",
      "--test-reporter=" + add_reporter(out, request, "node-test-spec.cjs"),
      "--test-reporter-destination=stdout"};
  // Arguments that node --test would take for further files.
  if (!request.script.file_words.empty())
    arguments.insert(arguments.begin(), "--import=" + add_reporter(out, request, "node-test-arguments.mjs"));
  const bool covers = request.request.coverage;
  const bool by_node = covers && (!own.isolated || asks_for_coverage(request.script.arguments));
  if (covers) add_coverage(out, request, own.isolated, by_node);
  if (by_node) arguments.emplace_back("--experimental-test-coverage");
  arguments.insert(arguments.end(), own.flags.begin(), own.flags.end());
  auto files = request.everything ? own.operands : wanted_files(request);
  if (auto expanded = expanded_files(request.said.out); !expanded.empty()) files = std::move(expanded);
  arguments.insert(arguments.end(), files.begin(), files.end());
  add_selection(out, request);
  auto run = run_command(request, std::move(arguments));
  if (!request.script.file_words.empty())
    run.set_env.emplace_back("COVEY_ARGUMENTS",
                             boost::json::serialize(boost::json::value_from(request.script.file_words)));
  if (covers && !by_node)
    add_run_counted_by_v8(out, request, std::move(run));
  else
    out.commands.push_back(std::move(run));
  out.make_parser = make_output(request, "node:test");
  return out;
}

}  // namespace

const runner_description node_test_runner{.program = program_named("node:test"),
                                          .flags = node_test_flags,
                                          .question = ask_files,
                                          .plan = plan_node_test};

}  // namespace covey::parsers::languages::node
