// mocha, AVA and node:test: reporters that receive the thrown values, and V8's coverage, cut after each test (AVA: after each
// test file).
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/output/error_text.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/text/utf8.hpp"
#include "reporters/embedded.hpp"
#include <boost/algorithm/string/split.hpp>
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using enum flag_value;
using namespace refusals;

// clang-format off
constexpr flag_rules mocha_rules{{
    {own_report, one, {"--reporter", "-R"}},
    {own_report, many, {"--reporter-option", "--reporter-options", "-O"}},
    {stops_early, none, {"--bail", "-b"}},
    {watches, none, {"--watch", "-w"}},
    {hides, none, {"--allow-uncaught", "--pass-on-failing-test-suite"}},
    {lists, none, {"--dry-run"}},
    {own_flag, none, {"--color", "--colors", "-c"}, {}, true},
    {debugs, none, {"--inspect-brk", "--inspect-wait"}},
    {debugs, one, {"-n"}, "inspect-brk*"},
    {debugs, one, {"-n"}, "inspect-wait*"},
    {writes, one, {"-n"}, "cpu-prof*"},
    {writes, one, {"-n"}, "heap-prof*"},
    {debugs, one, {"--node-option"}, "inspect-brk*"},
    {debugs, one, {"--node-option"}, "inspect-wait*"},
    {writes, one, {"--node-option"}, "cpu-prof*"},
    {writes, one, {"--node-option"}, "heap-prof*"},
    {writes, none, {"--cpu-prof", "--heap-prof"}},
    {runs_nothing, none, {"--list-files", "--list-reporters", "--list-interfaces", "--help", "-h", "--version", "-V"}},
    // Known only because of their values, or of letters that may stand behind them.
    {{}, one, {"-f", "-g", "-j", "-r", "-s", "-t", "-u"}},
    {{}, none, {"-i", "-p"}},
}};

constexpr flag_rules ava_rules{{
    {stops_early, none, {"--fail-fast"}},
    {own_report, none, {"--tap", "-t"}},
    {watches, none, {"--watch", "-w"}},
    {rewrites, none, {"--update-snapshots", "-u"}},
    {own_flag, none, {"--color", "--verbose", "-v"}, {}, true},
    {runs_nothing, none, {"--help", "--version"}},
    {{}, one, {"-c", "-m", "-T"}},
}};

constexpr flag_rules node_test_rules{{
    {own_flag, none, {"--test"}, {}, true},
    {own_report, one, {"--test-reporter", "--test-reporter-destination"}},
    {own_coverage, none, {"--experimental-test-coverage"}},
    {own_coverage, one, {"--test-coverage-lines", "--test-coverage-branches", "--test-coverage-functions"}},
    {rewrites, none, {"--test-update-snapshots"}},
    {writes, one, {"--test-rerun-failures"}},
    {watches, none, {"--watch"}},
    {watches, one, {"--watch-path"}},
    {debugs, none, {"--inspect-brk", "--inspect-brk-node", "--inspect-wait"}},
    {writes, none, {"--prof", "--trace-events-enabled", "--cpu-prof", "--heap-prof"}},
    {runs_nothing, none, {"--help", "-h", "--version", "-v"}},
    {{}, one, {"-C", "-r"}},
}};
// clang-format on

// Adds the files that these reporters and hooks require.
void add_test_observers(run_plan& plan, const runner_request& request) {
  add_events(plan, request);
  for (const auto* name :
       {"failures.cjs", "v8-children.cjs", "v8-per-test.cjs", "v8-lines.cjs", "v8-ranges.cjs"})
    add_reporter(plan, request, name);
}

// Files of the project that node loads before a hook of ours: what of them ran only node itself can count.
bool preloads_own_files(std::string_view options) {
  bool is_value = false;
  while (!options.empty()) {
    const auto word = options.substr(0, options.find_first_of(" ="));
    options.remove_prefix(std::min(options.size(), word.size() + 1));
    if (is_value && (word.find_first_of("./#\"'") == 0 || word.starts_with("file:"))) return true;
    is_value = is_one_of(word, {"-r", "--require", "--import", "--loader", "--experimental-loader"});
  }
  return false;
}

bool may_count_from_hooks(const runner_request& request) {
  // Before it, only node's own report has the line lengths of mapped sources.
  if (is_before(request.node_version, 20, 5)) return false;
  if (request.config_text.find("node-option") != npos) return false;  // mocha starts another node with them
  std::string options;
  const auto& own = request.request.environment;
  if (own.contains("NODE_V8_COVERAGE")) return false;
  if (const auto it = own.find("NODE_OPTIONS"); it != own.end()) options += it->second + " ";
  for (const auto& [name, value] : request.script.environment)
    if (name == "NODE_OPTIONS") options += value + " ";
  for (const auto& flag : request.script.node_flags)
    if (flag.find(request.area) == npos) options += flag + " ";  // our own hooks lie there
  return !preloads_own_files(options);
}

// Appends the command that runs the tests; lines are counted as c8 would count them in all of its processes.
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

// Appends the command that runs the tests; if coverage is wanted, V8 counts it for each test, or each file.
void add_run(run_plan& plan, const runner_request& request, command run, attribution unit) {
  if (!request.request.coverage) return plan.commands.push_back(std::move(run));
  add_run_counted_by_v8(plan, request, std::move(run));
  plan.decisions.push_back({"coverage", unit == attribution::test ? "V8, per test" : "V8, per test file",
                            "lines as c8 counts them"});
  plan.make_collector = make_coverage(request, unit);
}

runner_plan plan_mocha(const runner_request& request) {
  auto out = begin_plan(request, "mocha");
  add_test_observers(out, request);
  strings arguments{"--reporter=" + add_reporter(out, request, "mocha-reporter.cjs"),
                    "--require=" + add_reporter(out, request, "mocha-hooks.cjs")};
  // Before 6 there is nothing to take back, and "false" would be a file. `--no-watch` is a flag of node, too: mocha would
  // start another node for it.
  if (!is_before(request.runner.version, 6))
    arguments.insert(arguments.end(), {"--no-bail", "--no-allow-uncaught", "--watch=false"});
  if (!is_before(request.runner.version, 9)) arguments.emplace_back("--no-dry-run");
  const auto own = script_arguments(mocha_runner, request.script.arguments, request.everything);
  arguments.insert(arguments.end(), own.begin(), own.end());
  add_selection(out, request);
  auto run = run_command(request, std::move(arguments));
  hand_on_arguments(run, request.script.arguments);
  add_run(out, request, std::move(run), attribution::test);
  out.make_parser = make_output(request, "mocha", diagnose_mocha);
  return out;
}

// "✖ No test files were found": AVA then ends before any test.
std::vector<failure> diagnose_ava(const printed_text& said, std::string_view root) {
  const auto err = plain_text(said.err);
  const auto mark = err.rfind("\u2716 ");
  return failure_of_runner("ava",
                           mark == npos
                               ? error_message(said.err)
                               : bounded_text(std::string_view{err}.substr(mark + 4), max_failure_message),
                           err, root);
}

// With reporters/node/ava-hooks.mjs: in AVA's main process it receives the events of all test files; in the process or thread
// of a test file it keeps the tests that a rerun needs.
runner_plan plan_ava(const runner_request& given) {
  auto request = given;
  if (is_before(request.runner.version, 4)) return too_old(request, "ava", "4");
  auto out = begin_plan(request, "ava");
  add_test_observers(out, request);
  // AVA's processes and threads for test files inherit the flags of its main process.
  request.script.node_flags.push_back("--import=" + add_reporter(out, request, "ava-hooks.mjs"));
  auto arguments = script_arguments(ava_runner, request.script.arguments, request.everything);
  arguments.emplace_back("--no-fail-fast");
  add_wanted_files(arguments, request);
  add_selection(out, request);
  auto run = run_command(request, std::move(arguments));
  run.set_env.emplace_back("COVEY_RUNNER", request.runner.entry);
  add_run(out, request, std::move(run), attribution::file);
  out.make_parser = make_output(request, "ava", diagnose_ava);
  return out;
}

bool is_without_isolation(const strings& flags) {
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const auto& flag = flags[i];
    const bool names =
        flag.starts_with("--test-isolation") || flag.starts_with("--experimental-test-isolation");
    if (names && (flag.ends_with("=none") || (i + 1 < flags.size() && flags[i + 1] == "none"))) return true;
  }
  return false;
}

bool is_pattern(std::string_view word) {
  return word.find_first_of("*?{[") != npos;
}

// Before Node 21 node --test takes only files and folders: a shell would have expanded the patterns. It does with some at the start.
std::optional<command> ask_files(const runner_request& request) {
  if (!request.everything || !is_before(request.node_version, 21)) return std::nullopt;
  const auto own = read_test_runner_arguments(request.script.arguments, true);
  const auto& of_shell = request.script.active;
  if (std::ranges::none_of(own.operands,
                           [&](const auto& one) { return is_pattern(one) && !of_shell.contains(one); }))
    return std::nullopt;
  command out;
  out.argv = request.node;
  out.argv.insert(out.argv.end(), {"-e", std::string{reporters::text("node/expand-files.cjs")}, "--"});
  out.argv.insert(out.argv.end(), own.operands.begin(), own.operands.end());
  out.cwd = request.folder;
  return out;
}

// The output of reporters/node/expand-files.cjs: file names, each ended by a NUL.
strings expanded_files(std::string_view printed) {
  strings out;
  boost::algorithm::split(out, printed, [](char c) { return c == '\0'; });
  std::erase(out, "");
  return out;
}

// node's own costs each test file's process 50 ms. Where the script asks for it, its thresholds and globs hold.
bool asks_for_coverage(const strings& flags) {
  return std::ranges::any_of(flags, [](const auto& flag) {
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
  for (const auto* name : {"node-test-journals.cjs", "node-test-select.cjs"})
    add_reporter(out, request, name);
  auto own = read_test_runner_arguments(request.script.arguments, request.everything);
  strings arguments{"--require=" + add_reporter(out, request, "node-test-hooks.cjs"),
                    "--test",
                    "--test-reporter=" + add_reporter(out, request, "node-test-reporter.cjs"),
                    "--test-reporter-destination=stderr",
                    "--test-reporter=" + add_reporter(out, request, "node-test-spec.cjs"),
                    "--test-reporter-destination=stdout"};
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
  if (!request.script.file_words.empty())  // node --test would take them for further files
    hand_on_arguments(run, request.script.file_words);
  if (covers && !by_node)
    add_run_counted_by_v8(out, request, std::move(run));
  else
    out.commands.push_back(std::move(run));
  out.make_parser = make_output(request, "node:test");
  return out;
}

}  // namespace

std::vector<failure> diagnose_mocha(const printed_text& said, std::string_view root) {
  return failure_of_runner("mocha", error_message(said.err), said.err, root);
}

test_runner_arguments read_test_runner_arguments(const strings& arguments, bool everything) {
  const auto& runner = node_test_runner;
  auto rest = without_flags(arguments, refused_flags(runner.flags));
  if (!everything) rest = without_flags(rest, runner.choosing);
  test_runner_arguments out;
  out.flags = without_operands(rest, runner.with_value, {}, everything ? &out.operands : nullptr);
  out.isolated = !is_without_isolation(out.flags);
  return out;
}

const flag_table mocha_flags{
    .runner = "mocha", .style = flag_style::camel, .rules = mocha_rules, .variable = "MOCHA_OPTIONS"};
const flag_table ava_flags{.runner = "ava", .style = flag_style::camel, .rules = ava_rules};
const flag_table node_test_flags{.runner = "node:test", .style = flag_style::camel, .rules = node_test_rules};

// mocha would add the files of a rerun to `spec` of its configuration: reporters/node/mocha-hooks.cjs selects among them.
const runner_description mocha_runner{
    .program = program_named("mocha"),
    .flags = mocha_flags,
    .choosing = {{"--grep", true}, {"-g", true}, {"--fgrep", true}, {"-f", true}, {"--invert"}, {"-i"}},
    .keeps_files = true,
    .plan = plan_mocha};

const runner_description ava_runner{
    .program = program_named("ava"),
    .flags = ava_flags,
    .choosing = {{"--match", true}, {"-m", true}},
    .with_value = {"-c", "--concurrency", "--config", "--timeout", "-T", "--node-arguments"},
    .plan = plan_ava};

// clang-format off
const runner_description node_test_runner{
    .program = program_named("node:test"),
    .flags = node_test_flags,
    .choosing = {{"--test-name-pattern", true}, {"--test-skip-pattern", true}, {"--test-shard", true},
                 {"--test-isolation", true}, {"--experimental-test-isolation", true}, {"--test-only"}},
    .with_value = {
        "--import", "--require", "-r", "--loader", "--experimental-loader", "--conditions", "-C", "--env-file",
        "--env-file-if-exists", "--test-concurrency", "--test-timeout", "--test-name-pattern", "--test-skip-pattern",
        "--test-shard", "--test-isolation", "--experimental-test-isolation", "--test-coverage-include",
        "--test-coverage-exclude", "--test-global-setup", "--experimental-config-file", "--max-old-space-size",
        "--stack-trace-limit", "--unhandled-rejections", "--disable-warning"},
    .question = ask_files,
    .plan = plan_node_test};
// clang-format on

}  // namespace covey::parsers::languages::node
