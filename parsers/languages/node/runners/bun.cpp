#include "parsers/languages/node/runners/bun.hpp"
#include "parsers/languages/node/runners/junit.hpp"
#include "parsers/languages/node/runners/key_patterns.hpp"
#include "parsers/languages/node/runners/refusals.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/script/script_command.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/node/output/stack_text.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <array>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using enum flag_value;
using namespace refusals;

// clang-format off
constexpr flag_rule rules[] = {
    {"--reporter", one, own_report},
    {"--reporter-outfile", one, own_report},
    {"--coverage", none, own_coverage},
    {"--coverage-reporter", one, own_coverage},
    {"--coverage-dir", one, own_coverage},
    {"--bail", none, stops_early},
    {"--watch", none, watches},
    {"--hot", none, watches},
    {"--update-snapshots", none, rewrites},
    {"-u", none, rewrites},
    {"--only-failures", none, own_report},
    {"--pass-with-no-tests", none, hides},
    {"--inspect-brk", none, debugs},
    {"--inspect-wait", none, debugs},
    {"-c", one}, {"-d", one}, {"-r", one}, {"-t", one},
};
// clang-format on

}  // namespace

const flag_table bun_flags{.runner = "bun", .style = flag_style::camel, .rules = rules};

std::vector<std::string> bun_script_arguments(const std::vector<std::string>& arguments, bool everything) {
  auto out = without_flags(arguments, refused_flags(bun_flags));
  if (everything) return out;
  static const std::vector<unwanted_flag> choosing{
      {"-t", true}, {"--test-name-pattern", true}, {"--only"}, {"--todo"}, {"--shard", true}, {"--changed"}};
  static const std::vector<std::string_view> with_value{"--preload",
                                                        "-r",
                                                        "--require",
                                                        "--import",
                                                        "--timeout",
                                                        "--rerun-each",
                                                        "--seed",
                                                        "-c",
                                                        "--config",
                                                        "--cwd",
                                                        "--env-file",
                                                        "--tsconfig-override",
                                                        "--define",
                                                        "-d",
                                                        "--conditions",
                                                        "--max-concurrency",
                                                        "--path-ignore-patterns"};
  return without_operands(without_flags(out, choosing), with_value);
}

std::optional<std::string> bun_config(std::string_view config) {
  constexpr std::array<std::string_view, 5> ours{"coverage", "coverageDir", "coverageReporter",
                                                 "coverageThreshold", "bail"};
  std::string out;
  bool changed = false;
  int open = 0;  // open brackets of a value that is left out
  for (std::string_view line; next_line(config, line);) {
    const auto end = line.find_first_of(" \t=");
    const bool names = end != std::string_view::npos && line.find('=') != std::string_view::npos &&
                       std::find(ours.begin(), ours.end(), line.substr(0, end)) != ours.end();
    if (open <= 0 && !names) {
      out.append(line).push_back('\n');
      continue;
    }
    changed = true;
    open += static_cast<int>(std::count(line.begin(), line.end(), '[') -
                             std::count(line.begin(), line.end(), ']'));
  }
  return changed ? std::optional{out} : std::nullopt;
}

namespace {

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

}  // namespace

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
    const bool rule = line.starts_with("-----") && line.find_first_not_of('-') == std::string_view::npos;
    if (at == part::inside && !rule) {
      block.append(line).push_back('\n');
    } else if (at == part::inside) {
      const bool known =
          std::any_of(out.begin(), out.end(), [&](const auto& f) { return f.id.group == group; });
      if (!group.empty() && !known) out.push_back(unloaded_file(block, group, root));
      block.clear();
      at = part::outside;
    } else if (at == part::titled && rule) {
      at = part::inside;
    } else if (line == title) {
      at = part::titled;
    } else if (line.ends_with(':') && line.find(": ") == std::string_view::npos && !line.starts_with(' ')) {
      const auto path = normal_path(std::string{folder} + "/" + std::string{line.substr(0, line.size() - 1)});
      group = path_below(root, path).value_or(path);
    }
  }
  return out;
}

namespace {

// bun matches titles joined by blanks. The preload tells apart what such a pattern cannot; only bun itself
// knows the rows of a table.
std::string wanted_pattern(const runner_request& request) {
  constexpr std::size_t max_length = std::size_t{100} * 1024;  // Linux takes 128 KiB as one argument
  std::vector<std::string> names;
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
  std::vector<std::string> arguments{"test", "--preload=" + add_reporter(out, request, "bun-preload.mjs"),
                                     "--reporter=junit", "--reporter-outfile=" + report};
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
  const auto own = bun_script_arguments(request.script.arguments, request.everything);
  arguments.insert(arguments.end(), own.begin(), own.end());
  if (!request.everything) {
    if (auto pattern = wanted_pattern(request); !pattern.empty())
      arguments.insert(arguments.end(), {"-t", std::move(pattern)});
    const auto files = wanted_files(request);
    arguments.insert(arguments.end(), files.begin(), files.end());
  }
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

}  // namespace

const runner_description bun_runner{.program = program_named("bun"), .flags = bun_flags, .plan = plan_bun};

}  // namespace covey::parsers::languages::node
