#include "parsers/languages/python/flags.hpp"
#include "parsers/text/shell_line.hpp"

namespace covey::parsers::languages::python {
namespace {

using enum flag_value;
using namespace refusals;

constexpr std::string_view own_choice = "covey itself knows what failed: call run_failing_tests instead";
constexpr std::string_view own_plugins = "covey reads the results by this plugin: leave it out";

// clang-format off
// Harmless are none of plugins' flags, which may not be there, or make a test or the run fail: `--timeout`, and `--cov`
// with a threshold.
constexpr flag_rule of_pytest[] = {
    harmless({"-x", none, stops_early}),
    harmless({"--exitfirst", none, stops_early}),
    harmless({"--maxfail", one, stops_early}),
    {"-p", one, own_plugins, "no:covey*"},
    {"-p", one, own_plugins, "no:main"},
    {"-p", one, own_plugins, "no:python"},
    {"-p", one, own_plugins, "no:runner"},
    {"-p", one, own_plugins, "no:skipping"},
    {"-p", one, own_plugins, "no:terminal"},
    {"-p", one, own_plugins, "no:unittest"},
    {"--co", none, lists},
    {"--collect-only", none, lists},
    {"--setup-only", none, runs_nothing},
    {"--setup-plan", none, runs_nothing},
    {"--fixtures", none, runs_nothing},
    {"--funcargs", none, runs_nothing},
    {"--fixtures-per-test", none, runs_nothing},
    {"--markers", none, runs_nothing},
    {"-h", none, runs_nothing},
    {"--help", none, runs_nothing},
    {"-V", none, runs_nothing},
    {"--version", none, runs_nothing},
    {"--cache-show", optional, runs_nothing},
    {"--pdb", none, debugs},
    {"--trace", none, debugs},
    harmless({"--lf", none, own_choice}),
    harmless({"--last-failed", none, own_choice}),
    harmless({"--ff", none, own_choice}),
    harmless({"--failed-first", none, own_choice}),
    {"--nf", none, own_choice},
    {"--new-first", none, own_choice},
    {"--sw", none, own_choice},
    {"--stepwise", none, own_choice},
    {"--sw-skip", none, own_choice},
    {"--stepwise-skip", none, own_choice},
    {"--sw-reset", none, own_choice},
    {"--stepwise-reset", none, own_choice},
    {"--testmon", none, own_choice},
    {"--picked", optional, own_choice},
    {"--cache-clear", none, writes},
    {"--basetemp", one, "it empties the folder that it names: set PYTEST_DEBUG_TEMPROOT in `env` instead"},
    {"--junitxml", one, writes},
    {"--junit-xml", one, writes},
    {"--report-log", one, writes},
    {"--resultlog", one, writes},
    {"--html", one, writes},
    {"--json-report", none, writes},
    {"--alluredir", one, writes},
    {"--log-file", one, writes},
    {"-o", one, writes, "log_file=*"},
    {"-o", one, writes, "cache_dir=*"},
    {"--override-ini", one, writes, "log_file=*"},
    {"--override-ini", one, writes, "cache_dir=*"},
    {"--debug", optional, writes},
    {"--pastebin", one, "it sends the results to a server: leave it out"},
    {"--cov", optional, own_coverage},
    {"--cov-report", one, own_coverage},
    {"--cov-append", none, own_coverage},
    {"--cov-fail-under", one, own_coverage},
    {"--snapshot-update", none, rewrites},
    {"--inline-snapshot", one, rewrites, "fix"},
    {"--inline-snapshot", one, rewrites, "create"},
    {"--inline-snapshot", one, rewrites, "update"},
    {"--inline-snapshot", one, rewrites, "trim"},
    {"--force-regen", none, rewrites},
    {"--regen-all", none, rewrites},
    {"--record-mode", one, rewrites, "rewrite"},
    {"--record-mode", one, rewrites, "all"},
    {"--record-mode", one, rewrites, "once"},
    {"--record-mode", one, rewrites, "new_episodes"},
    {"--mpl-generate-path", one, rewrites},
    {"--rootdir", one, own_folder},
    {"@", none, "it names a file of more words: give them in `args`"},
    {"-f", none, "it runs the tests again for ever: leave it out"},
    {"--looponfail", none, "it runs the tests again for ever: leave it out"},
    // Known only because of their values, or of letters that may stand behind them.
    {"-c", one}, {"-m", one}, {"-n", one}, {"-s"}, {"-W", one},
    // The same, and harmless.
    harmless({"-k", one}), harmless({"-l"}), harmless({"-q"}), harmless({"-r", one}), harmless({"-v"}),
    harmless({"--verbose"}), harmless({"--quiet"}), harmless({"--showlocals"}), harmless({"--no-header"}),
    harmless({"--no-summary"}), harmless({"--tb", one}), harmless({"--color", one}),
};

constexpr flag_rule of_unittest[] = {
    {"-f", none, stops_early},
    {"--failfast", none, stops_early},
    {"-h", none, runs_nothing},
    {"--help", none, runs_nothing},
    {"-k", one}, {"-v"}, {"--verbose"}, {"-q"}, {"--quiet"}, {"-b"}, {"--buffer"}, {"--locals"},
};

constexpr flag_rule of_django[] = {
    {"--testrunner", one, "covey reads the results by a runner of its own, which is one of the project's: set TEST_RUNNER in the settings"},
    {"--failfast", none, stops_early},
    {"--pdb", none, debugs},
    {"-h", none, runs_nothing},
    {"--help", none, runs_nothing},
    {"--version", none, runs_nothing},
};
// clang-format on

}  // namespace

const flag_table pytest_flags{
    .runner = "pytest", .style = flag_style::gnu, .rules = of_pytest, .variable = "PYTEST_ADDOPTS"};
const flag_table unittest_flags{
    .runner = "unittest",
    .style = flag_style::gnu,
    .rules = of_unittest,
    .operands = "it is no flag: run_testfiles and run_testblocks run some of the tests"};
const flag_table django_flags{
    .runner = "django", .style = flag_style::gnu, .rules = of_django, .abbreviates = true};

namespace {

// Of `-o addopts=-x`, `-oaddopts=-x`, `--override-ini=addopts=-x` those behind "addopts=".
std::vector<added_word> words_of_addopts(const added_word& word) {
  constexpr std::string_view option = "addopts=";
  const auto at = word.text.find(option);
  if (at == std::string::npos) return {};
  std::vector<added_word> out;
  for (const auto& part : shell_commands(std::string_view{word.text}.substr(at + option.size())))
    for (const auto& one : part.words) out.push_back({one, word.where.empty() ? "addopts" : word.where});
  return out;
}

}  // namespace

std::string refusal_of(const run_settings& added, runner_kind runner) {
  if (runner == runner_kind::unittest) return why_refused(added, unittest_flags);
  if (runner == runner_kind::django) return why_refused(added, django_flags);
  auto why = why_refused(added, pytest_flags);
  for (std::size_t i = 0; i < added.args.size() && why.empty(); ++i)
    why = why_refused(words_of_addopts(added.args[i]), pytest_flags);
  return why;
}

}  // namespace covey::parsers::languages::python
