// jest and Vitest: runners with workers and transformers of their own, which count coverage by what is installed beside them.
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/output/error_text.hpp"
#include "parsers/model/test.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/slices.hpp"
#include <boost/regex.hpp>
#include <algorithm>
#include <array>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

// --- What Node printed when a worker of a runner ended ---

bool names_file(std::string_view block, std::string_view file, std::string_view root) {
  const auto places = stack_places(block);
  return std::ranges::any_of(places, [&](const auto& place) { return own_file(place.file, root) == file; });
}

// Adds an uncaught error to the failure of the file, or of a test of it, whose worker it ended: the last
// error on stderr whose stack names that file.
void add_uncaught(failure& of, std::string_view err, std::string_view root) {
  std::string said;
  location raised;
  const auto look = [&](std::string_view block) {
    auto message = error_message(block);
    if (message.empty() || !names_file(block, of.id.group.string(), root)) return;
    said = std::move(message);
    raised = own_place(block, root);
  };
  // A block is an error and its stack.
  std::size_t begin = 0;
  bool in_stack = false;
  for (std::size_t at = 0; at < err.size();) {
    const auto end = std::min(err.find('\n', at), err.size());
    const bool frame = trimmed(err.substr(at, end - at)).starts_with("at ");
    if (in_stack && !frame) {
      look(err.substr(begin, at - begin));
      begin = at;
    }
    in_stack = frame;
    at = end + 1;
  }
  if (in_stack) look(err.substr(begin));
  if (said.empty()) return;
  of.message += "\nthe last error on stderr that names this file: " + said;  // a test may have printed it
  if (of.where.line == 0)
    of.where = raised;
  else if (!(raised == of.where))
    of.raised_at = raised;
}

// For runners that end before their reporter is loaded if their configuration does not load.
diagnosis startup_diagnosis(const runner_request& request, std::string_view runner) {
  return [folder = request.folder, runner](const printed_text& said, std::string_view root) {
    return diagnose_startup(said, folder, root, runner);
  };
}

using enum flag_value;
using namespace refusals;

// clang-format off
constexpr flag_rules jest_rules{{
    {own_report, many, {"--reporters"}},
    {own_report, none, {"--json"}},
    {own_report, one, {"--outputFile"}},
    {own_coverage, none, {"--coverage", "--collectCoverage"}},
    {own_coverage, one, {"--coverageDirectory"}},
    {own_coverage, many, {"--coverageReporters"}},
    {own_coverage, one, {"--coverageProvider", "--coverageThreshold"}},
    {watches, none, {"--watch", "--watchAll"}},
    {stops_early, none, {"--bail", "-b"}},
    {own_choice, none, {"--onlyChanged", "-o", "--onlyFailures", "-f"}},
    {own_choice, one, {"--changedSince"}},
    {own_choice, none, {"--lastCommit"}},
    {own_flag, none, {"--ci", "--notify", "--testLocationInResults"}, {}, true},
    {own_flag, one, {"--testRunner"}, {}, true},
    {lists, none, {"--listTests", "--showConfig"}},
    {rewrites, none, {"--updateSnapshot", "-u"}},
    {runs_nothing, none, {"--clearCache", "--init", "--help", "-h", "--version", "-v"}},
    {writes, one, {"--cacheDirectory"}},
    // Known only because of their values, or of letters that may stand behind them.
    {{}, one, {"-c", "-t", "-w", "-e"}},
    {{}, none, {"-i"}},
}};
// clang-format on

}  // namespace

bool jest_config_may_name_runner(std::string_view config) {
  constexpr std::array<std::string_view, 7> hints{"testRunner", "preset",  "projects", "require",
                                                  "import",     "extends", "..."};
  return std::ranges::any_of(hints, [&](auto hint) { return config.find(hint) != npos; });
}

std::optional<std::string> jest_test_runner(std::string_view shown_config) {
  // A configuration may print before it: "{" stands on a line of its own.
  if (const auto begin = shown_config.find("\n{\n"); begin != npos && !shown_config.starts_with("{\n"))
    shown_config.remove_prefix(begin + 1);
  const auto parsed = parsed_object(shown_config).value_or(boost::json::object{});
  std::optional<std::string> out;
  for (const auto& config : list_at(parsed, "configs")) {
    auto path = config.is_object() ? text_at(config.get_object(), "testRunner") : std::string{};
    if (path.empty() || (out && *out != path)) return std::nullopt;
    out = std::move(path);
  }
  return out;
}

namespace {

std::optional<command> ask_config(const runner_request& request) {
  if (!request.request.coverage && request.everything) return std::nullopt;
  const bool named = std::ranges::any_of(request.script.arguments, [](const auto& word) {
    return word.starts_with("--config") || word.starts_with("-c") || word.starts_with("--projects");
  });
  if (!named && !jest_config_may_name_runner(request.config_text)) return std::nullopt;
  auto arguments = script_arguments(jest_runner, request.script.arguments, false);
  arguments.emplace_back("--showConfig");
  return run_command(request, std::move(arguments));
}

// Sets `inner` to the configured test runner, which covey's test runner wraps; leaves it alone if the
// configuration cannot name one. False: covey cannot wrap the configured one.
bool find_inner_runner(const runner_request& request, std::string& inner) {
  if (request.said.out.empty()) return !jest_config_may_name_runner(request.config_text);
  const auto runner = jest_test_runner(request.said.out);
  if (!runner || runner->find("jest-circus") == npos) return false;
  inner = *runner;
  return true;
}

void add_jest_coverage(run_plan& out, const runner_request& request, bool per_test, strings& arguments) {
  if (!request.request.coverage) {
    arguments.emplace_back("--coverage=false");
    return;
  }
  const auto report = add_reporter(out, request, "istanbul-lines.cjs");
  arguments.insert(arguments.end(),
                   {"--coverage", "--coverageProvider=babel", "--coverageReporters=" + report,
                    "--coverageDirectory=" + request.area + "/coverage"});
  out.decisions.push_back(
      {"coverage", std::string{"istanbul (babel), per "} + (per_test ? "test" : "run"), ""});
  if (request.config_text.find("coverageProvider") != npos && request.config_text.find("v8") != npos)
    out.decisions.back().why = "the configured provider v8 cannot tell the tests of a file apart";
  out.make_collector = make_coverage(request, per_test ? attribution::test : attribution::run);
}

runner_plan plan_jest(const runner_request& request) {
  if (is_before(request.runner.version, 27)) return too_old(request, "jest", "27");
  auto out = begin_plan(request, "jest");
  add_events(out, request);
  add_reporter(out, request, "statement-lines.cjs");
  auto arguments = script_arguments(jest_runner, request.script.arguments, request.everything);
  arguments.insert(arguments.end(),
                   {"--reporters=" + add_reporter(out, request, "jest-reporter.cjs"), "--reporters=default",
                    "--ci", "--testLocationInResults", "--bail=0", "--notify=false", "--watchAll=false"});
  std::string inner;
  const bool wrapped = find_inner_runner(request, inner);
  if (wrapped) {
    for (const auto* name : {"failures.cjs", "istanbul-per-test.cjs", "jest-run.cjs"})
      add_reporter(out, request, name);
    arguments.push_back("--testRunner=" + add_reporter(out, request, "jest-runner.cjs"));
  } else if (!request.said.out.empty()) {  // else jest cannot read it either, and says so
    out.notes.emplace_back(
        "The configuration names a test runner other than jest-circus: coverage is of the whole run, and a "
        "rerun runs the "
        "files of the failed tests as a whole.");
  }
  add_jest_coverage(out, request, wrapped, arguments);
  add_selection(out, request);
  if (!request.everything) {
    arguments.insert(arguments.end(), {"--passWithNoTests", "--runTestsByPath"});
    add_wanted_files(arguments, request);
  }
  auto preloading = request;
  auto& flags = preloading.script.node_flags;
  flags.insert(flags.end(), {"-r", add_reporter(out, request, "jest-cache.cjs")});
  auto run = run_command(preloading, std::move(arguments));
  hand_on_arguments(run, request.script.arguments);
  if (!inner.empty()) run.set_env.emplace_back("COVEY_RUNNER", inner);
  out.commands.push_back(std::move(run));
  out.make_parser = make_output(request, "jest", startup_diagnosis(request, "jest"),
                                [root = request.request.root](failure& of, std::string_view err, bool) {
                                  add_uncaught(of, err, root);
                                });
  return out;
}

}  // namespace

const flag_table jest_flags{.runner = "jest", .style = flag_style::camel, .rules = jest_rules};

// clang-format off
const runner_description jest_runner{
    .program = program_named("jest"),
    .flags = jest_flags,
    .kept = "--coverageThreshold",
    .choosing = {{"--testPathPattern", true, true}, {"--testPathPatterns", true, true}, {"--findRelatedTests"},
                 {"--runTestsByPath"}, {"--shard", true}, {"-t", true}, {"--testNamePattern", true}},
    .with_value = {"-c", "--config", "--rootDir", "--env", "--testEnvironment", "-w", "--maxWorkers", "--seed",
                   "--testTimeout", "--filter", "--maxConcurrency", "-i=false", "--coverageThreshold"},
    .with_many = {"--projects", "--selectProjects", "--ignoreProjects", "--roots", "--testMatch",
                  "--testPathIgnorePatterns", "--setupFiles", "--setupFilesAfterEnv", "--collectCoverageFrom",
                  "--transformIgnorePatterns", "--moduleFileExtensions", "--coveragePathIgnorePatterns"},
    .question = ask_config,
    .plan = plan_jest};
// clang-format on

namespace {

// clang-format off
constexpr flag_rules vitest_rules{{
    {own_report, one, {"--reporter", "--outputFile"}},
    {own_coverage, none, {"--coverage"}},
    {watches, none, {"--watch", "-w", "--ui", "--open", "--standalone"}},
    {own_flag, none, {"--run", "--includeTaskLocation", "--color"}, {}, true},
    {stops_early, one, {"--bail"}},
    {writes, none, {"--cache"}},
    {own_choice, none, {"--changed"}},
    {"it tells the results of earlier runs: leave it out", none, {"--mergeReports"}},
    {rewrites, none, {"--update", "-u"}},
    {debugs, none, {"--inspect-brk"}},
    {runs_nothing, none, {"--help", "-h", "--version", "-v"}},
    {{}, one, {"-c", "-t", "-r"}},
}};
// clang-format on

// How much of which files the project wants covered, holds for covey's coverage, too.
strings with_own_coverage(const strings& arguments) {
  static const boost::regex valued{
      R"(--coverage\.(?!enabled|all|thresholds\.(?:100|perFile|autoUpdate))[^=]*)"};
  static const boost::regex kept{
      R"((?!--(?:no-)?coverage\b).*|--coverage\.(?:all|allowExternal|exclude\w*|experimental\w*|extension|ignore\w*|include|thresholds)\b.*)"};
  strings out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    auto word = arguments[i];
    if (i + 1 < arguments.size() && !arguments[i + 1].starts_with('-') && boost::regex_match(word, valued))
      word += "=" + arguments[++i];
    if (boost::regex_match(word, kept)) out.push_back(std::move(word));
  }
  return out;
}

}  // namespace

strings vitest_script_arguments(const strings& arguments, bool everything) {
  auto out = script_arguments(vitest_runner, with_own_coverage(arguments), everything);
  if (!out.empty() && is_one_of(out.front(), {"run", "watch", "dev"})) out.erase(out.begin());
  return out;
}

std::pair<std::string, std::string> vitest_provider(const std::map<std::string, std::string>& installed,
                                                    std::string_view config) {
  const auto v8 = installed.find("@vitest/coverage-v8");
  const auto istanbul = installed.find("@vitest/coverage-istanbul");
  const bool named = config.find("'istanbul'") != npos || config.find("\"istanbul\"") != npos;
  if (istanbul != installed.end() && (named || v8 == installed.end())) return {"istanbul", istanbul->second};
  if (v8 != installed.end()) return {"v8", v8->second};
  return {};
}

namespace {

// The folder of the provider's package; empty without coverage.
std::string add_vitest_coverage(run_plan& out, const runner_request& request, strings& arguments) {
  const auto [engine, folder] = vitest_provider(request.extras, request.config_text);
  if (request.request.coverage && folder.empty())
    out.notes.push_back(
        "No coverage: Vitest's coverage provider is not installed. `" +
        add_command(request.project.manager, "@vitest/coverage-v8@" + request.runner.version) +
        "` installs it.");
  if (!request.request.coverage || folder.empty()) {
    arguments.emplace_back("--coverage.enabled=false");
    return {};
  }
  for (const auto* name : {"istanbul-map.cjs", "istanbul-per-test.cjs", "statement-lines.cjs", "v8-lines.cjs",
                           "v8-ranges.cjs", "vitest-lines.cjs", "vitest-takes.cjs", "vitest-v8.cjs"})
    add_reporter(out, request, name);
  out.decisions.push_back(
      {"coverage", engine + ", per test", "@vitest/coverage-" + engine + " is installed"});
  arguments.insert(
      arguments.end(),
      {"--coverage.enabled=true", "--coverage.provider=custom",
       "--coverage.customProviderModule=" + add_reporter(out, request, "vitest-coverage.mjs"),
       "--coverage.reportOnFailure=true", "--coverage.reportsDirectory=" + request.area + "/coverage"});
  out.make_collector = make_coverage(request, attribution::test);
  return folder;
}

runner_plan plan_vitest(const runner_request& given) {
  auto request = given;
  // From 6.4.3 on Vite reads no file outside of the project, but leaves files in a node_modules to Node.
  request.area += "/node_modules";
  const auto version = major_version(request.runner.version);
  // Before 1.3 Vitest has no option to leave its cache, which is in the project, unchanged.
  if (is_before(request.runner.version, 1, 3)) return too_old(request, "vitest", "1.3");
  auto out = begin_plan(request, "vitest");
  add_events(out, request);
  add_reporter(out, request, "vitest-runner.mjs");
  add_reporter(out, request, "vitest-tasks.mjs");
  strings arguments{"run"};
  const auto own = vitest_script_arguments(request.script.arguments, request.everything);
  arguments.insert(arguments.end(), own.begin(), own.end());
  arguments.insert(arguments.end(), {"--reporter=" + add_reporter(out, request, "vitest-reporter.mjs"),
                                     "--reporter=default", "--bail=0", "--no-cache"});
  if (version >= 3) arguments.emplace_back("--includeTaskLocation");
  if (version >= 5) arguments.push_back("--fsModuleCachePath=" + request.area + "/cache");
  const auto provider = add_vitest_coverage(out, request, arguments);
  add_selection(out, request);
  if (version < 2 && !request.everything)
    out.notes.emplace_back(
        "vitest 1 follows `only` elsewhere in a file: what it leaves out for that counts as skipped.");
  if (!request.everything) {
    arguments.emplace_back("--passWithNoTests");
    add_wanted_files(arguments, request);
  }
  auto run = run_command(request, std::move(arguments));
  run.set_env.emplace_back("COVEY_RUNNER", provider);
  out.commands.push_back(std::move(run));
  out.make_parser = make_output(request, "vitest", startup_diagnosis(request, "vitest"));
  return out;
}

}  // namespace

const flag_table vitest_flags{.runner = "vitest", .style = flag_style::camel, .rules = vitest_rules};

// clang-format off
const runner_description vitest_runner{
    .program = program_named("vitest"),
    .flags = vitest_flags,
    .kept = "--coverage",
    .choosing = {{"-t", true}, {"--testNamePattern", true}, {"--shard", true}, {"--passWithNoTests"},
                 {"--pass-with-no-tests"}},
    .with_value = {"-c", "--config", "-r", "--root", "--dir", "--project", "--pool", "--environment", "--workspace",
                   "--mode", "--configLoader", "--exclude", "--testTimeout", "--hookTimeout"},
    .extras = {"@vitest/coverage-v8", "@vitest/coverage-istanbul"},
    .plan = plan_vitest};
// clang-format on

}  // namespace covey::parsers::languages::node
