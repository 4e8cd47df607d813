#include "parsers/languages/node/workspace/probes.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/path.hpp"
#include "reporters/embedded.hpp"
#include <algorithm>
#include <boost/json.hpp>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

namespace json = boost::json;

std::map<std::string, std::string> texts_of(const json::object& from) {
  std::map<std::string, std::string> out;
  for (const auto& [name, text] : from)
    if (text.is_string()) out.emplace(name, text.get_string());
  return out;
}

inspected_folder read_folder(const json::object& from) {
  inspected_folder out;
  out.extras = texts_of(object_at(from, "extras"));
  out.imports = texts_of(object_at(from, "imports"));
  for (const auto& [package, found] : object_at(from, "runners"))
    if (const auto* install = found.if_object())
      out.runners[package] = {text_at(*install, "entry"), text_at(*install, "version")};
  return out;
}

// A superset of what inspect.cjs looks at: it only looks into the first test files.
source_part part_of_file(std::string_view file) {
  const auto name = base_name(file);
  const auto dot = name.rfind('.');
  const bool is_code = dot != npos && is_one_of(name.substr(dot), {".js", ".cjs", ".mjs", ".ts", ".cts",
                                                                   ".mts", ".jsx", ".tsx"});
  const bool says_test = file.find("test") != npos || name.find("spec") != npos;
  return is_code && says_test ? source_part::text : source_part::nothing;
}

bool enters(std::string_view folder) {
  return folder.front() != '.' && folder != "node_modules";
}

// The runners' modules that the head of a file names.
std::string imports_in(std::string_view text) {
  constexpr std::size_t head = 4096;
  std::string out;
  for (const auto* runner : all_runners()) {
    const auto& name = runner->program.import_name;
    for (const char quote : {'\'', '"'})
      if (!name.empty() && text.substr(0, head).find(quote + std::string{name} + quote) != npos)
        out += std::string{name} + " ";
  }
  return out;
}

}  // namespace

strings inspection_arguments(const strings& folders) {
  json::array where, runners, extras, imports;
  for (const auto& folder : folders) where.emplace_back(folder);
  for (const auto* runner : all_runners()) {
    const auto& program = runner->program;
    if (!program.package.empty()) runners.push_back({{"package", program.package}, {"bin", program.package}});
    for (const auto extra : runner->extras) extras.emplace_back(extra);
    if (!program.import_name.empty()) imports.emplace_back(program.import_name);
  }
  const json::object asked{{"folders", std::move(where)},
                           {"runners", std::move(runners)},
                           {"extras", std::move(extras)},
                           {"imports", std::move(imports)}};
  return {"-e", std::string{reporters::text("node/inspect.cjs")}, json::serialize(asked)};
}

answer_sources_ptr inspection_sources(const strings& folders) {
  answer_sources out;
  for (const auto& folder : folders) {
    for (auto& installed : in_parents(folder, {"node_modules", "node_modules/@vitest", ".pnp.cjs"}))
      out.known.push_back(std::move(installed));
    out.known.push_back({.path = folder, .below = part_of_file, .enters = enters, .excerpt = imports_in});
  }
  out.named_in = [](std::string_view printed) {
    std::vector<answer_source> more;
    if (const auto answer = read_inspection_answer(printed))
      for (const auto& manifest : answer->read) more.push_back({manifest});
    return more;
  };
  return std::make_shared<const answer_sources>(std::move(out));
}

std::optional<inspection_answer> read_inspection_answer(std::string_view text) {
  // A module preloaded by the user's NODE_OPTIONS may have printed before the answer.
  const auto start = text.find("{\"node\":");
  if (start == npos) return std::nullopt;
  const auto from = parsed_object(text.substr(start));
  if (!from || !from->contains("folders") || !from->at("folders").is_object()) return std::nullopt;
  inspection_answer out;
  out.node = text_at(*from, "node");
  for (const auto& manifest : list_at(*from, "read"))
    out.read.push_back(manifest.is_string() ? std::string{manifest.get_string()} : std::string{});
  for (const auto& [folder, found] : object_at(*from, "folders"))
    if (const auto* known = found.if_object()) out.folders[folder] = read_folder(*known);
  return out;
}

namespace {

constexpr std::string_view variable_mark = "\x01";  // before the value of a variable
constexpr std::string_view end_mark = "\x02";

std::string as_written(const script_command& script, const std::string& word) {
  const auto active = script.active.find(word);
  return active == script.active.end() ? shell_quoted(word) : active->second;
}

}  // namespace

std::optional<command> ask_shell(const runner_request& request) {
  const auto& script = request.script;
  const bool any =
      std::ranges::any_of(script.arguments, [&](const auto& word) { return script.active.count(word) > 0; });
  if ((!any && script.active_variables.empty()) || request.request.look_only) return std::nullopt;
  std::string line = "printf '%s\\0'";
  for (const auto& word : script.arguments) line += " " + as_written(script, word);
  for (const auto& [name, value] : script.active_variables) {
    line.insert(0, name + "=" + value + "\n");
    line += " '" + std::string{variable_mark} + name + "'=\"$" + name + "\"";
  }
  line += " '" + std::string{end_mark} + "'";
  command out;
  out.argv = {"sh", "-c", std::move(line)};
  out.cwd = request.folder;
  auto plain = script;
  std::erase_if(plain.environment,
                [&](const auto& set) { return script.active_variables.count(set.first) > 0; });
  add_script_environment(out.set_env, request.request, request.project, request.folder, plain);
  return out;
}

void expand_at_start(std::vector<command>& commands, const script_command& script) {
  for (auto& one : commands) {
    if (std::ranges::none_of(one.argv, [&](const auto& word) { return script.active.contains(word); }))
      continue;
    std::string line = "exec";
    for (const auto& word : one.argv) line += " " + as_written(script, word);
    one.argv = {"sh", "-c", std::move(line)};
  }
}

bool read_shell_words(const probe_answer& said, script_command& script) {
  strings words;
  for (std::string_view rest = said.out; !rest.empty();) {
    const auto end = rest.find('\0');
    if (end == npos) return false;
    words.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  if (said.exit_code != 0 || words.empty() || words.back() != end_mark) return false;
  words.pop_back();
  while (!words.empty() && words.back().starts_with(variable_mark)) {
    const auto& word = words.back();
    const auto equals = word.find('=');
    for (auto& [name, value] : script.environment)
      if (script.active_variables.count(name) > 0 && word.substr(1, equals - 1) == name)
        value = word.substr(equals + 1);
    words.pop_back();
  }
  script.arguments = std::move(words);
  return true;
}

}  // namespace covey::parsers::languages::node
