#include "parsers/languages/node/script/script_calls.hpp"
#include "parsers/languages/node/package/limits.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// "test:*" fits "test:a", "test:**" also "test:a:b".
bool fits(std::string_view pattern, std::string_view name) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  const bool deep = pattern.substr(star).starts_with("**");
  const auto end = pattern.substr(star + (deep ? 2 : 1));
  const auto start = pattern.substr(0, star);
  if (name.size() < start.size() + end.size() || !name.starts_with(start) || !name.ends_with(end))
    return false;
  name = name.substr(start.size(), name.size() - start.size() - end.size());
  return deep || name.find(':') == std::string_view::npos;
}

void add_scripts(const package_facts& project, std::string_view pattern, std::vector<std::string>& out) {
  pattern = pattern.substr(0, pattern.find(' '));  // "lint -- --fix"
  if (out.size() > limits::commands) return;       // script_reader.cpp then leaves the script out
  for (const auto& [name, text] : project.scripts)
    if (fits(pattern, name)) out.push_back(name);
}

script_call read_run_all(const package_facts& project, const std::vector<std::string>& words) {
  script_call out;
  out.parallel = words.front() == "run-p";
  out.too_many = words.size() > limits::patterns;
  const auto end = std::min(words.size(), limits::patterns);
  for (std::size_t i = 1; i < end && words[i] != "--"; ++i) {
    if (is_one_of(words[i], {"-p", "--parallel"})) out.parallel = true;
    if (!words[i].starts_with('-')) add_scripts(project, words[i], out.names);
  }
  return out;
}

script_call read_concurrently(const package_facts& project, const std::vector<std::string>& words) {
  script_call out;
  out.parallel = true;
  out.too_many = words.size() > limits::patterns;
  for (std::size_t i = 1; i < std::min(words.size(), limits::patterns); ++i) {
    std::string_view word = words[i];
    if (is_one_of(word, {"-n", "--names", "-c", "--prefix-colors", "-p", "--prefix", "-s", "--success", "-m",
                         "--max-processes", "--restart-tries"}))
      ++i;
    if (word.starts_with('-')) continue;
    for (const std::string_view manager : {"npm:", "yarn:", "pnpm:", "bun:"})
      if (word.starts_with(manager)) add_scripts(project, word.substr(manager.size()), out.names);
    if (word.find(':') > word.find(' ')) out.lines.emplace_back(word);
  }
  return out;
}

// A command of a package manager, with the manager's own flags separated.
struct manager_call {
  std::vector<std::string> operands;  // "run", "unit", …
  std::vector<std::string> more;      // the words after the script's name
  std::vector<std::string> filters;
  std::string folder;
  bool recursive = false;
};

// Whether the words end with a script's name, not with what leads to one: "run", "workspace NAME".
bool names_script(const std::vector<std::string>& operands) {
  if (operands.empty()) return false;
  if (operands.size() > 1 && operands[operands.size() - 2] == "workspace") return false;
  return !is_one_of(operands.back(), {"run", "run-script", "workspaces", "workspace", "foreach"});
}

manager_call read_manager(const std::vector<std::string>& words) {
  manager_call out;
  const bool npm = words.front() == "npm";
  bool named = false;  // the script is known; managers other than npm pass on all that follows
  for (std::size_t i = 1; i < words.size(); ++i) {
    std::string_view word = words[i];
    if (word == "--") {
      out.more.insert(out.more.end(), words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
      break;
    }
    const auto equals = word.find('=');
    const auto flag = word.substr(0, equals);
    const auto value = [&]() -> std::string {
      if (equals != std::string_view::npos) return std::string{word.substr(equals + 1)};
      return i + 1 < words.size() ? words[++i] : std::string{};
    };
    if (named && !npm)
      out.more.emplace_back(word);
    else if (is_one_of(flag, {"--workspaces", "-ws", "--ws", "-r", "--recursive"}))
      out.recursive = true;
    else if (is_one_of(flag, {"--filter", "-F", "--workspace"}) || (npm && flag == "-w"))
      out.filters.push_back(value());
    else if (is_one_of(flag, {"--prefix", "-C", "--dir", "--cwd"}))
      out.folder = value();
    else if (word.starts_with('-'))
      continue;
    else if (named)
      out.more.emplace_back(word);
    else
      out.operands.emplace_back(word);
    named = names_script(out.operands);
  }
  return out;
}

bool is_manager(std::string_view word) {
  return is_one_of(word, {"npm", "pnpm", "yarn", "bun"});
}

// "run unit" -> "unit"; npm runs only some scripts without "run".
std::string script_named(const std::vector<std::string>& operands, std::string_view manager) {
  if (operands.empty()) return {};
  const auto run = std::find_if(operands.begin(), operands.end(),
                                [](const auto& word) { return is_one_of(word, {"run", "run-script"}); });
  if (run != operands.end()) return run + 1 == operands.end() ? std::string{} : *(run + 1);
  if (is_one_of(operands.back(), {"t", "tst"})) return "test";
  const bool alone =
      manager == "npm" ? is_one_of(operands.back(), {"test", "start", "stop"}) : manager != "bun";
  return alone ? operands.back() : std::string{};
}

bool is_about_tests(std::string_view script) {
  for (const std::string_view part : {"test", "spec", "unit", "coverage", "jest", "mocha"})
    if (script.find(part) != std::string_view::npos) return true;
  return false;
}

void add_filter(package_call& call, std::string filter) {
  const bool plain =
      filter.find_first_of("*!{[^ ") == std::string::npos && filter.find("...") == std::string::npos;
  if (plain)
    call.only.push_back(std::move(filter));
  else
    call.unread = std::move(filter);
}

std::vector<std::string> split_at_commas(std::string_view list) {
  std::vector<std::string> out;
  for (std::size_t start = 0; start <= list.size();) {
    const auto end = std::min(list.find(',', start), list.size());
    if (end > start) out.emplace_back(list.substr(start, end - start));
    start = end + 1;
  }
  return out;
}

void add_task(package_call& call, const std::string& task) {
  if (call.script.empty() && is_about_tests(task))
    call.script = task;
  else
    call.others.push_back(task);
}

// turbo, nx, lerna and their like: the task among the words that is about tests.
std::optional<package_call> read_task_runner(const std::vector<std::string>& words) {
  package_call out;
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    std::string_view word = words[i];
    const auto equals = word.find('=');
    const auto flag = word.substr(0, equals);
    const auto value = equals != std::string_view::npos ? std::string{word.substr(equals + 1)}
                       : i + 1 < words.size()           ? words[i + 1]
                                                        : std::string{};
    if (is_one_of(flag, {"--filter", "-F", "--scope", "--projects", "-p"})) {
      add_filter(out, value);
      i += equals == std::string_view::npos ? 1 : 0;
    } else if (is_one_of(flag, {"-t", "--target", "--targets"})) {
      for (const auto& task : split_at_commas(value)) add_task(out, task);
      i += equals == std::string_view::npos ? 1 : 0;
    } else if (!word.starts_with('-') && out.script.empty() && is_about_tests(word)) {
      out.script = word.substr(
          word.find(':') == std::string_view::npos || words.front() != "nx" ? 0 : word.find(':') + 1);
    } else if (!word.starts_with('-') && words.front() == "turbo" && word != "run") {
      if (!words[i - 1].starts_with('-')) out.others.emplace_back(word);
    }
  }
  if (out.script.empty()) return std::nullopt;
  out.task_runner = words.front();
  return out;
}

}  // namespace

std::optional<script_call> called_scripts(const package_facts& project,
                                          const std::vector<std::string>& words) {
  script_call out;
  if (is_one_of(words.front(), {"run-s", "run-p", "npm-run-all", "npm-run-all2"}))
    out = read_run_all(project, words);
  else if (is_one_of(words.front(), {"concurrently", "conc"}))
    out = read_concurrently(project, words);
  else if (words.size() == 3 && words[0] == "node" && words[1] == "--run")
    out.names = {words[2]};
  else if (is_manager(words.front())) {
    auto call = read_manager(words);
    const bool elsewhere = !call.operands.empty() && call.operands.front().starts_with("workspace");
    if (elsewhere || call.recursive || !call.filters.empty() || !call.folder.empty()) return std::nullopt;
    out.names = {script_named(call.operands, words.front())};
    out.more = std::move(call.more);
  }
  std::erase_if(out.names, [&](const auto& name) { return script_of(project, name).empty(); });
  if (out.names.empty() && out.lines.empty() && !out.too_many) return std::nullopt;
  return out;
}

std::optional<package_call> called_packages(const std::vector<std::string>& words,
                                            const std::string& folder) {
  if (is_one_of(words.front(), {"lerna", "turbo", "nx", "wsrun", "ultra"})) return read_task_runner(words);
  if (!is_manager(words.front())) return std::nullopt;
  auto call = read_manager(words);
  package_call out;
  auto& operands = call.operands;
  const bool all = !operands.empty() && operands.front() == "workspaces";
  const bool one = operands.size() > 2 && operands.front() == "workspace";
  if (one) out.only.push_back(operands[1]);
  if (one || all) operands.erase(operands.begin(), operands.begin() + (one ? 2 : 1));
  if (!call.folder.empty() || !folder.empty())
    out.folder = normal_path(folder.empty() ? call.folder : folder + "/" + call.folder);
  if (!all && !one && !call.recursive && call.filters.empty() && out.folder.empty()) return std::nullopt;
  out.script = script_named(operands, words.front() == "bun" && folder.empty() ? "yarn" : words.front());
  for (auto& filter : call.filters) add_filter(out, std::move(filter));
  const bool program = !operands.empty() && is_one_of(operands.front(), {"jest", "mocha", "vitest"});
  if (program || !is_about_tests(out.script)) return std::nullopt;
  return out;
}

}  // namespace covey::parsers::languages::node
