#include "parsers/languages/node/output/error_text.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/model/test.hpp"
#include "parsers/text/json_members.hpp"
#include "parsers/text/slices.hpp"
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

using enum flag_value;
using namespace refusals;

// clang-format off
constexpr flag_rules rules{{
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
  return std::ranges::any_of(hints, [&](auto hint) { return config.find(hint) != std::string_view::npos; });
}

std::optional<std::string> jest_test_runner(std::string_view shown_config) {
  // A configuration may print before it: "{" stands on a line of its own.
  if (const auto begin = shown_config.find("\n{\n");
      begin != std::string_view::npos && !shown_config.starts_with("{\n"))
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
  if (!runner || runner->find("jest-circus") == std::string::npos) return false;
  inner = *runner;
  return true;
}

void add_coverage(run_plan& out, const runner_request& request, bool per_test,
                  std::vector<std::string>& arguments) {
  if (!request.request.coverage) {
    arguments.emplace_back("--coverage=false");
    return;
  }
  const auto report = add_reporter(out, request, "istanbul-lines.cjs");
  arguments.insert(arguments.end(),
                   {"--coverage", "--coverageProvider=babel", "--coverageReporters=" + report,
                    "--coverageDirectory=" + request.area + "/coverage"});
  const std::string unit = !per_test ? "run" : request.per_file ? "test file" : "test";
  out.decisions.push_back({"coverage", "istanbul (babel), per " + unit, ""});
  if (request.config_text.find("coverageProvider") != std::string::npos &&
      request.config_text.find("v8") != std::string::npos)
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
    for (const auto* name : {"failures.cjs", "jest-run.cjs"}) add_reporter(out, request, name);
    arguments.push_back("--testRunner=" + add_reporter(out, request, "jest-runner.cjs"));
  } else if (!request.said.out.empty()) {  // else jest cannot read it either, and says so
    out.notes.emplace_back(
        "The configuration names a test runner other than jest-circus: coverage is of the whole run, and a "
        "rerun runs the "
        "files of the failed tests as a whole.");
  }
  add_coverage(out, request, wrapped, arguments);
  add_selection(out, request);
  if (!request.everything) {
    arguments.insert(arguments.end(), {"--passWithNoTests", "--runTestsByPath"});
    add_wanted_files(arguments, request);
  }
  auto preloading = request;
  auto& flags = preloading.script.node_flags;
  flags.insert(flags.end(), {"-r", add_reporter(out, request, "jest-cache.cjs")});
  auto run = run_command(preloading, std::move(arguments));
  if (!inner.empty()) run.set_env.emplace_back("COVEY_RUNNER", inner);
  out.commands.push_back(std::move(run));
  out.make_parser = make_output(
      request, "jest",
      [folder = request.folder](const printed_text& said, std::string_view root) {
        return diagnose_startup(said, folder, root, "jest");
      },
      [root = request.request.root](failure& of, std::string_view err, bool) {
        add_uncaught(of, err, root);
      });
  return out;
}

}  // namespace

const flag_table jest_flags{.runner = "jest", .style = flag_style::camel, .rules = rules};

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

}  // namespace covey::parsers::languages::node
