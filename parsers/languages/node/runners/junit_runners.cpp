// bun and deno: native programs, whose report is a JUnit file.
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/output/error_text.hpp"
#include "parsers/languages/node/output/junit_output.hpp"
#include "parsers/languages/node/script/script_reader.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using enum flag_value;
using namespace refusals;

// clang-format off
constexpr flag_rules bun_rules{{
    {own_report, one, {"--reporter", "--reporter-outfile"}},
    {own_coverage, none, {"--coverage"}},
    {own_coverage, one, {"--coverage-reporter", "--coverage-dir"}},
    {stops_early, none, {"--bail"}},
    {watches, none, {"--watch", "--hot"}},
    {rewrites, none, {"--update-snapshots", "-u"}},
    {own_report, none, {"--only-failures"}},
    {hides, none, {"--pass-with-no-tests"}},
    {debugs, none, {"--inspect-brk", "--inspect-wait"}},
    {{}, one, {"-c", "-d", "-r", "-t"}},
}};

constexpr flag_rules deno_rules{{
    {own_report, one, {"--junit-path", "--reporter"}},
    {own_coverage, none, {"--coverage"}},
    {own_coverage, one, {"--coverage-threshold"}},
    {stops_early, none, {"--fail-fast"}},
    {watches, none, {"--watch"}},
    {own_coverage, none, {"--clean", "--coverage-raw-data-only"}},
    {lists, none, {"--no-run"}},
    {hides, none, {"--permit-no-files"}},
    {own_report, none, {"--hide-stacktraces"}},
    {rewrites, none, {"--update", "-u"}},
    {debugs, none, {"--inspect-brk", "--inspect-wait"}},
    {{}, one, {"-c", "-L"}},
    {{}, none, {"-A", "-j", "-r", "-q"}},
}};
// clang-format on

junit_output_options junit_options_for(const runner_request& request, std::string_view runner,
                                       diagnosis diagnose = {}) {
  junit_output_options out;
  out.events = event_options_for(request, runner, std::move(diagnose));
  if (!request.everything)
    for (const auto& selectors : selectors_for(request.request.selections(), true))
      out.selected.insert(out.selected.end(), selectors.begin(), selectors.end());
  out.folder = request.folder;
  return out;
}

// Prints a report for the parser, after the tests.
command print_report(const runner_request& request, std::string path) {
  return {
      .argv = {"cat", std::move(path)}, .cwd = request.folder, .set_env = {}, .role = command_role::print};
}

failure unloaded_file(std::string_view block, const std::string& group, std::string_view root) {
  failure out;
  out.kind = failure_kind::error;
  out.id.group = group;
  out.message = error_message(block);
  if (out.message.empty()) out.message = error_line(block);
  if (out.message.empty()) out.message = "does not load";
  out.where = own_place(block, root);
  if (out.where.file.empty()) out.where = {group, 0};
  return out;
}

// bun matches titles joined by blanks. The preload tells apart what such a pattern cannot; only bun itself
// knows the rows of a table.
std::string wanted_pattern(const runner_request& request) {
  constexpr std::size_t max_length = std::size_t{100} * 1024;  // Linux takes 128 KiB as one argument
  strings names;
  for (const auto& wanted : wanted_here(request)) {
    const auto key = read_key(wanted.key);
    if (key.titles.empty()) return {};  // a whole file
    std::string name;
    for (const auto& title : key.titles) name += (name.empty() ? "" : " ") + name_pattern(title);
    names.push_back(name + (key.selected ? "(?: [\\s\\S]*)?" : ""));
  }
  auto out = "^ ?(?:" + any_of(names) + ")$";
  return out.size() > max_length ? std::string{} : out;
}

// bun names sources relative to the folder where it ran.
command name_sources(run_plan& plan, const runner_request& request) {
  auto out = run_command(
      request, {add_reporter(plan, request, "lcov-absolute.cjs"), request.area + "/coverage/lcov.info",
                request.coverage_dir + "/" + request.label + "bun.info"});
  out.role = command_role::coverage;
  return out;
}

runner_plan plan_bun(const runner_request& request) {
  auto out = begin_plan(request, "bun");
  const auto report = request.area + "/junit.xml";
  add_events(out, request);
  strings arguments{"test", "--preload=" + add_reporter(out, request, "bun-preload.mjs"), "--reporter=junit",
                    "--reporter-outfile=" + report};
  if (request.request.coverage) {
    // bun calls its file lcov.info.
    const auto folder = request.area + "/coverage";
    out.folders.push_back(folder);
    arguments.insert(arguments.end(), {"--coverage", "--coverage-reporter=lcov", "--coverage-dir=" + folder});
    out.decisions.push_back({"coverage", "bun's own, of the whole run", ""});
    out.make_collector = make_coverage(request, attribution::run);
  }
  if (auto config = bun_config(request.config_text)) {
    const auto path = request.area + "/bunfig.toml";
    out.files.push_back({path, std::move(*config)});
    arguments.push_back("--config=" + path);
  }
  const auto own = script_arguments(bun_runner, request.script.arguments, request.everything);
  arguments.insert(arguments.end(), own.begin(), own.end());
  if (auto pattern = request.everything ? std::string{} : wanted_pattern(request); !pattern.empty())
    arguments.insert(arguments.end(), {"-t", std::move(pattern)});
  add_wanted_files(arguments, request);
  add_selection(out, request);
  auto run = run_command(request, std::move(arguments));
  // Keeps bun from writing snapshots; bun-preload.mjs removes the variable, so that tests do not see it.
  run.set_env.emplace_back("CONTINUOUS_INTEGRATION", "1");
  out.commands.push_back(std::move(run));
  out.commands.push_back(print_report(request, report));
  if (request.request.coverage) out.commands.push_back(name_sources(out, request));
  auto reading = junit_options_for(request, "bun");
  reading.unloaded = [folder = request.folder, root = request.request.root](const printed_text& said) {
    return bun_unloaded(said.err, folder, root);
  };
  out.make_parser = [reading] { return make_junit_output(reading); };
  return out;
}

struct deno_selection {
  strings files;              // absolute; empty: the files that the user's own arguments name
  strings titles;             // patterns; empty: all of the file
  bool steps = false;         // some are steps of a test
  bool placeholders = false;  // some titles are patterns
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

command deno_command(const runner_request& request, strings arguments) {
  auto out = run_command(request, std::move(arguments));
  out.set_env.emplace_back("FORCE_COLOR", "");  // deno takes any value of it for yes
  return out;
}

runner_plan plan_deno(const runner_request& request) {
  auto out = begin_plan(request, "deno");
  const auto& script = request.script.arguments;
  auto own = script_arguments(deno_runner, script.empty() ? deno_task_arguments(request.config_text) : script,
                              request.everything);
  // If the project has no lock file, deno would write one.
  if (!has_file(request.project, "deno.lock")) own.emplace_back("--no-lock");
  const auto counts = request.area + "/coverage";
  std::size_t number = 0;
  for (const auto& one : selections(request)) {
    const auto report = request.area + "/junit-" + std::to_string(number++) + ".xml";
    strings arguments{"test", "--no-prompt", "--junit-path=" + report};
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
  out.make_parser = [reading = junit_options_for(request, "deno", diagnose_deno)] {
    return make_junit_output(reading);
  };
  return out;
}

}  // namespace

std::optional<std::string> bun_config(std::string_view config) {
  constexpr std::array<std::string_view, 5> ours{"coverage", "coverageDir", "coverageReporter",
                                                 "coverageThreshold", "bail"};
  std::string out;
  bool changed = false;
  int open = 0;  // open brackets of a value that is left out
  for (std::string_view line; next_line(config, line);) {
    const auto end = line.find_first_of(" \t=");
    const bool names =
        end != npos && line.find('=') != npos && std::ranges::find(ours, line.substr(0, end)) != ours.end();
    if (open <= 0 && !names) {
      out.append(line).push_back('\n');
      continue;
    }
    changed = true;
    open += static_cast<int>(std::ranges::count(line, '[') - std::ranges::count(line, ']'));
  }
  return changed ? std::optional{out} : std::nullopt;
}

std::vector<failure> bun_unloaded(std::string_view err, std::string_view folder, std::string_view root) {
  constexpr std::string_view title = "# Unhandled error between tests";
  constexpr std::string_view in_actions = "::group::";  // before a file's name, where GitHub runs it
  std::vector<failure> out;
  std::string group;
  std::string block;
  enum class part { outside, titled, inside } at = part::outside;
  const auto text = plain_text(err);
  std::string_view rest = text;
  for (std::string_view line; next_line(rest, line);) {
    if (line.starts_with(in_actions)) line.remove_prefix(in_actions.size());
    const bool rule = line.starts_with("-----") && line.find_first_not_of('-') == npos;
    if (at == part::inside && !rule) {
      block.append(line).push_back('\n');
    } else if (at == part::inside) {
      const bool known = std::ranges::any_of(out, [&](const auto& f) { return f.id.group == group; });
      if (!group.empty() && !known) out.push_back(unloaded_file(block, group, root));
      block.clear();
      at = part::outside;
    } else if (at == part::titled && rule) {
      at = part::inside;
    } else if (line == title) {
      at = part::titled;
    } else if (line.ends_with(':') && line.find(": ") == npos && !line.starts_with(' ')) {
      const auto path = normal_path(std::string{folder} + "/" + std::string{line.substr(0, line.size() - 1)});
      group = path_below(root, path).value_or(path);
    }
  }
  return out;
}

strings deno_task_arguments(std::string_view config) {
  const auto tasks = object_at(parsed_object(config, true).value_or(boost::json::object{}), "tasks");
  auto line = text_at(tasks, "test");
  if (line.empty()) line = text_at(object_at(tasks, "test"), "command");
  for (auto& part : read_script_line({}, line).commands)
    if (part.runner == &deno_runner.program) return part.script.arguments;
  return {};
}

std::vector<failure> diagnose_deno(const printed_text& said, std::string_view root) {
  const auto text = plain_text(said.err);
  auto message = error_line(text);
  if (message == "Test failed") return {};
  if (message.starts_with("Uncaught ")) message.erase(0, 9);
  return failure_of_runner("deno", std::move(message), text, root);
}

const flag_table bun_flags{.runner = "bun", .style = flag_style::camel, .rules = bun_rules};
const flag_table deno_flags{.runner = "deno", .style = flag_style::camel, .rules = deno_rules};

// clang-format off
const runner_description bun_runner{
    .program = program_named("bun"),
    .flags = bun_flags,
    .choosing = {{"-t", true}, {"--test-name-pattern", true}, {"--only"}, {"--todo"}, {"--shard", true}, {"--changed"}},
    .with_value = {
        "--preload", "-r", "--require", "--import", "--timeout", "--rerun-each", "--seed", "-c", "--config", "--cwd",
        "--env-file", "--tsconfig-override", "--define", "-d", "--conditions", "--max-concurrency",
        "--path-ignore-patterns"},
    .plan = plan_bun};

const runner_description deno_runner{
    .program = program_named("deno"),
    .flags = deno_flags,
    .choosing = {{"--filter", true}, {"--shuffle"}, {"--doc"}},
    .with_value = {"-c", "--config", "--import-map", "--location", "--seed", "--cert", "--env-file", "--preload",
                   "--ignore", "--lock"},
    .plan = plan_deno};
// clang-format on

}  // namespace covey::parsers::languages::node
