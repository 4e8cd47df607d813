#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/output/error_text.hpp"
#include <boost/regex.hpp>
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using enum flag_value;
using namespace refusals;

// clang-format off
constexpr flag_rules rules{{
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
std::vector<std::string> with_own_coverage(const std::vector<std::string>& arguments) {
  static const boost::regex valued{
      R"(--coverage\.(?!enabled|all|thresholds\.(?:100|perFile|autoUpdate))[^=]*)"};
  static const boost::regex kept{
      R"((?!--(?:no-)?coverage\b).*|--coverage\.(?:all|allowExternal|exclude\w*|experimental\w*|extension|ignore\w*|include|thresholds)\b.*)"};
  std::vector<std::string> out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    auto word = arguments[i];
    if (i + 1 < arguments.size() && !arguments[i + 1].starts_with('-') && boost::regex_match(word, valued))
      word += "=" + arguments[++i];
    if (boost::regex_match(word, kept)) out.push_back(std::move(word));
  }
  return out;
}

}  // namespace

std::vector<std::string> vitest_script_arguments(const std::vector<std::string>& arguments, bool everything) {
  auto out = script_arguments(vitest_runner, with_own_coverage(arguments), everything);
  if (!out.empty() && is_one_of(out.front(), {"run", "watch", "dev"})) out.erase(out.begin());
  return out;
}

std::pair<std::string, std::string> vitest_provider(const std::map<std::string, std::string>& installed,
                                                    std::string_view config) {
  const auto v8 = installed.find("@vitest/coverage-v8");
  const auto istanbul = installed.find("@vitest/coverage-istanbul");
  const bool named = config.find("'istanbul'") != std::string_view::npos ||
                     config.find("\"istanbul\"") != std::string_view::npos;
  if (istanbul != installed.end() && (named || v8 == installed.end())) return {"istanbul", istanbul->second};
  if (v8 != installed.end()) return {"v8", v8->second};
  return {};
}

namespace {

// The folder of the provider's package; empty without coverage.
std::string add_coverage(run_plan& out, const runner_request& request, std::vector<std::string>& arguments) {
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
  add_reporter(out, request, "istanbul-map.cjs");
  add_reporter(out, request, "statement-lines.cjs");
  out.decisions.push_back(
      {"coverage", engine + ", per test file", "@vitest/coverage-" + engine + " is installed"});
  arguments.insert(
      arguments.end(),
      {"--coverage.enabled=true", "--coverage.provider=custom",
       "--coverage.customProviderModule=" + add_reporter(out, request, "vitest-coverage.mjs"),
       "--coverage.reportOnFailure=true", "--coverage.reportsDirectory=" + request.area + "/coverage"});
  out.make_collector = make_coverage(request, attribution::file);
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
  std::vector<std::string> arguments{"run"};
  const auto own = vitest_script_arguments(request.script.arguments, request.everything);
  arguments.insert(arguments.end(), own.begin(), own.end());
  arguments.insert(arguments.end(), {"--reporter=" + add_reporter(out, request, "vitest-reporter.mjs"),
                                     "--reporter=default", "--bail=0", "--no-cache"});
  if (version >= 3) arguments.emplace_back("--includeTaskLocation");
  if (version >= 5) arguments.push_back("--fsModuleCachePath=" + request.area + "/cache");
  const auto provider = add_coverage(out, request, arguments);
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
  out.make_parser = make_output(request, "vitest",
                                [folder = request.folder](const printed_text& said, std::string_view root) {
                                  return diagnose_startup(said, folder, root, "vitest");
                                });
  return out;
}

}  // namespace

const flag_table vitest_flags{.runner = "vitest", .style = flag_style::camel, .rules = rules};

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
