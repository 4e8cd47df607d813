#include "parsers/languages/node/runners/deno.hpp"
#include "parsers/languages/node/runners/junit.hpp"
#include "parsers/languages/node/runners/key_patterns.hpp"
#include "parsers/languages/node/runners/refusals.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/runners/startup_errors.hpp"
#include "parsers/languages/node/script/script_reader.hpp"
#include "parsers/languages/node/output/stack_text.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <optional>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using enum flag_value;
using namespace refusals;

// clang-format off
constexpr flag_rule rules[] = {
    {"--junit-path", one, own_report},
    {"--reporter", one, own_report},
    {"--coverage", none, own_coverage},
    {"--coverage-threshold", one, own_coverage},
    {"--fail-fast", none, stops_early},
    {"--watch", none, watches},
    {"--clean", none, own_coverage},
    {"--coverage-raw-data-only", none, own_coverage},
    {"--no-run", none, lists},
    {"--permit-no-files", none, hides},
    {"--hide-stacktraces", none, own_report},
    {"--update", none, rewrites},
    {"-u", none, rewrites},
    {"--inspect-brk", none, debugs},
    {"--inspect-wait", none, debugs},
    {"-A"}, {"-c", one}, {"-j"}, {"-L", one}, {"-r"}, {"-q"},
};
// clang-format on

}  // namespace

const flag_table deno_flags{.runner = "deno", .style = flag_style::camel, .rules = rules};

namespace json = boost::json;

std::vector<std::string> deno_task_arguments(std::string_view config) {
  json::parse_options options;
  options.allow_comments = true;
  options.allow_trailing_commas = true;
  boost::system::error_code ec;
  const auto parsed = json::parse(config, ec, {}, options);
  if (ec || !parsed.is_object()) return {};
  const auto* tasks = parsed.get_object().if_contains("tasks");
  const auto* task =
      tasks != nullptr && tasks->is_object() ? tasks->get_object().if_contains("test") : nullptr;
  if (task != nullptr && task->is_object()) task = task->get_object().if_contains("command");
  if (task == nullptr || !task->is_string()) return {};
  for (auto& part : read_script_line({}, task->get_string()).commands)
    if (part.runner == &deno_runner.program) return part.script.arguments;
  return {};
}

std::vector<std::string> deno_script_arguments(const std::vector<std::string>& arguments, bool everything) {
  auto out = without_flags(arguments, refused_flags(deno_flags));
  if (everything) return out;
  static const std::vector<unwanted_flag> choosing{{"--filter", true}, {"--shuffle"}, {"--doc"}};
  static const std::vector<std::string_view> with_value{"-c",       "--config", "--import-map", "--location",
                                                        "--seed",   "--cert",   "--env-file",   "--preload",
                                                        "--ignore", "--lock"};
  return without_operands(without_flags(out, choosing), with_value);
}

std::vector<failure> diagnose_deno(const printed_text& said, std::string_view root) {
  const auto text = plain_text(said.err);
  auto message = error_line(text);
  if (message == "Test failed") return {};
  if (message.starts_with("Uncaught ")) message.erase(0, 9);
  auto out = failure_of_runner("deno", std::move(message), text, root);
  return out ? std::vector{std::move(*out)} : std::vector<failure>{};
}

namespace {

struct deno_selection {
  std::vector<std::string> files;   // absolute; empty: the files that the user's own arguments name
  std::vector<std::string> titles;  // patterns; empty: all of the file
  bool steps = false;               // some are steps of a test
  bool placeholders = false;        // some titles are patterns
};

constexpr std::size_t max_apart = 20;  // files; deno starts once for each

// One command per file: another file may have the same title, and a file that does not load stops the rest.
std::vector<deno_selection> selections(const runner_request& request) {
  if (request.everything) return {{}};
  std::vector<deno_selection> out;
  deno_selection together;
  const auto all = wanted_here(request);
  const auto files = wanted_files(request);
  for (const auto& file : files) {
    deno_selection one{{file}, {}, false, false};
    bool whole = false;
    for (const auto& wanted : all) {
      const bool here = wanted.id.group == file || request.request.root + "/" + wanted.id.group == file;
      if (!here) continue;
      const auto titles = read_key(wanted.key).titles;
      whole = whole || titles.empty();
      if (titles.empty()) continue;
      one.titles.push_back(name_pattern(titles.front()));
      one.steps = one.steps || titles.size() > 1;
      one.placeholders = one.placeholders || !titles.front().is_literal();
    }
    if (whole) one.titles.clear();
    if (whole && files.size() > max_apart)
      together.files.push_back(file);
    else
      out.push_back(std::move(one));
  }
  if (!together.files.empty()) out.push_back(std::move(together));
  return out;
}

command deno_command(const runner_request& request, std::vector<std::string> arguments) {
  auto out = run_command(request, std::move(arguments));
  out.set_env.emplace_back("FORCE_COLOR", "");  // deno takes any value of it for yes
  return out;
}

runner_plan plan_deno(const runner_request& request) {
  auto out = begin_plan(request, "deno");
  const auto& script = request.script.arguments;
  auto own = deno_script_arguments(script.empty() ? deno_task_arguments(request.config_text) : script,
                                   request.everything);
  // If the project has no lock file, deno would write one.
  if (!has_file(request.project, "deno.lock")) own.emplace_back("--no-lock");
  const auto counts = request.area + "/coverage";
  std::size_t number = 0;
  for (const auto& one : selections(request)) {
    const auto report = request.area + "/junit-" + std::to_string(number++) + ".xml";
    std::vector<std::string> arguments{"test", "--no-prompt", "--junit-path=" + report};
    if (request.request.coverage) arguments.push_back("--coverage=" + counts);
    arguments.insert(arguments.end(), own.begin(), own.end());
    if (!one.titles.empty()) arguments.push_back("--filter=/^(?:" + any_of(one.titles) + ")$/");
    arguments.insert(arguments.end(), one.files.begin(), one.files.end());
    if (one.steps)
      out.notes.emplace_back(
          "deno cannot run a step of a test alone: the tests that these steps are in ran as a whole.");
    if (one.placeholders)
      out.notes.emplace_back(
          "deno selects tests by their names alone: of a name that is made when the tests run, all that fit it "
          "ran.");
    out.commands.push_back(deno_command(request, std::move(arguments)));
    out.commands.push_back(print_report(request, report));
  }
  if (request.request.coverage) {
    const auto to = request.coverage_dir + "/" + request.label + "deno.info";
    auto measure = deno_command(request, {"coverage", "--lcov", "--output=" + to, counts});
    measure.role = command_role::coverage;
    out.commands.push_back(std::move(measure));
    out.decisions.push_back({"coverage", "deno's own, of the whole run", ""});
    out.make_collector = make_coverage(request, attribution::run);
  }
  auto reading = junit_options_for(request, "deno");
  reading.events.diagnose = [root = request.request.root](const printed_text& said, const run_ending&) {
    return diagnose_deno(said, root);
  };
  out.make_parser = [reading] { return make_junit_output(reading); };
  return out;
}

}  // namespace

const runner_description deno_runner{
    .program = program_named("deno"), .flags = deno_flags, .plan = plan_deno};

}  // namespace covey::parsers::languages::node
