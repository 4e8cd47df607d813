#include "parsers/languages/node/workspace/shell_words.hpp"
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::node {
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
  const bool any = std::any_of(script.arguments.begin(), script.arguments.end(),
                               [&](const auto& word) { return script.active.count(word) > 0; });
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

bool read_shell_words(const probe_answer& said, script_command& script) {
  std::vector<std::string> words;
  for (std::string_view rest = said.out; !rest.empty();) {
    const auto end = rest.find('\0');
    if (end == std::string_view::npos) return false;
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
