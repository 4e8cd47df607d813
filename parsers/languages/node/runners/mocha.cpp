#include "parsers/languages/node/runners/mocha.hpp"
#include "parsers/languages/node/runners/refusals.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/runners/startup_errors.hpp"
#include "parsers/languages/node/runners/v8.hpp"
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using enum flag_value;
using namespace refusals;

// clang-format off
constexpr flag_rule rules[] = {
    {"--reporter", one, own_report},
    {"-R", one, own_report},
    {"--reporter-option", many, own_report},
    {"--reporter-options", many, own_report},
    {"-O", many, own_report},
    {"--bail", none, stops_early},
    {"-b", none, stops_early},
    {"--watch", none, watches},
    {"-w", none, watches},
    {"--allow-uncaught", none, hides},
    {"--dry-run", none, lists},
    {"--color", none, own_flag, {}, true},
    {"--colors", none, own_flag, {}, true},
    {"-c", none, own_flag, {}, true},
    {"--pass-on-failing-test-suite", none, hides},
    {"--inspect-brk", none, debugs},
    {"--inspect-wait", none, debugs},
    {"-n", one, debugs, "inspect-brk*"},
    {"-n", one, debugs, "inspect-wait*"},
    {"-n", one, writes, "cpu-prof*"},
    {"-n", one, writes, "heap-prof*"},
    {"--node-option", one, debugs, "inspect-brk*"},
    {"--node-option", one, debugs, "inspect-wait*"},
    {"--node-option", one, writes, "cpu-prof*"},
    {"--node-option", one, writes, "heap-prof*"},
    {"--cpu-prof", none, writes},
    {"--heap-prof", none, writes},
    {"--list-files", none, runs_nothing},
    {"--list-reporters", none, runs_nothing},
    {"--list-interfaces", none, runs_nothing},
    {"--help", none, runs_nothing},
    {"-h", none, runs_nothing},
    {"--version", none, runs_nothing},
    {"-V", none, runs_nothing},
    // Known only because of their values, or of letters that may stand behind them.
    {"-f", one}, {"-g", one}, {"-i"}, {"-j", one}, {"-p"}, {"-r", one}, {"-s", one}, {"-t", one}, {"-u", one},
};
// clang-format on

}  // namespace

const flag_table mocha_flags{
    .runner = "mocha", .style = flag_style::camel, .rules = rules, .variable = "MOCHA_OPTIONS"};

std::vector<std::string> mocha_script_arguments(const std::vector<std::string>& arguments, bool everything) {
  auto out = without_flags(arguments, refused_flags(mocha_flags));
  if (everything) return out;
  static const std::vector<unwanted_flag> choosing{{"--grep", true}, {"-g", true}, {"--fgrep", true},
                                                   {"-f", true},     {"--invert"}, {"-i"}};
  return without_flags(out, choosing);
}

namespace {

runner_plan plan_mocha(const runner_request& request) {
  auto out = begin_plan(request, "mocha");
  add_test_observers(out, request);
  add_reporter(out, request, "mocha-failures.cjs");
  std::vector<std::string> arguments{"--reporter=" + add_reporter(out, request, "mocha-reporter.cjs"),
                                     "--require=" + add_reporter(out, request, "mocha-hooks.cjs")};
  // Before 6 there is nothing to take back, and "false" would be a file. `--no-watch` is a flag of node, too: mocha would
  // start another node for it.
  if (major_version(request.runner.version) >= 6)
    arguments.insert(arguments.end(), {"--no-bail", "--no-allow-uncaught", "--watch=false"});
  if (major_version(request.runner.version) >= 9) arguments.emplace_back("--no-dry-run");
  const auto own = mocha_script_arguments(request.script.arguments, request.everything);
  arguments.insert(arguments.end(), own.begin(), own.end());
  add_selection(out, request);
  add_run(out, request, run_command(request, std::move(arguments)), attribution::test);
  out.make_parser = make_output(request, "mocha", error_before_tests("mocha", request.request.root));
  return out;
}

}  // namespace

const runner_description mocha_runner{
    .program = program_named("mocha"), .flags = mocha_flags, .plan = plan_mocha};

}  // namespace covey::parsers::languages::node
