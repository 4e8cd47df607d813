#include "parsers/languages/node/package/package_facts.hpp"
#include "parsers/languages/node/package/limits.hpp"
#include "parsers/text/shell_line.hpp"
#include "parsers/text/utf8.hpp"
#include "parsers/text/slices.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

namespace json = boost::json;

std::string text_of(const json::value* value) {
  return value != nullptr && value->is_string() ? std::string{std::string_view{value->get_string()}}
                                                : std::string{};
}

std::vector<std::string> texts_of(const json::value* value) {
  std::vector<std::string> out;
  if (value == nullptr || !value->is_array()) return out;
  for (const auto& one : value->get_array())
    if (one.is_string() && out.size() < limits::names) out.push_back(text_of(&one));
  return out;
}

void add_names(const json::object& package, std::string_view key, std::vector<std::string>& out) {
  const auto* value = package.if_contains(key);
  if (value == nullptr || !value->is_object()) return;
  for (const auto& [name, version] : value->get_object())
    if (out.size() < limits::names) out.emplace_back(name);
}

// wireit keeps the commands of its scripts, and what they need to have run before, in a table of its own.
std::string wireit_line(const json::object& package, std::string_view name) {
  const auto* table = package.if_contains("wireit");
  if (table == nullptr || !table->is_object()) return {};
  const auto* script = table->get_object().if_contains(name);
  if (script == nullptr || !script->is_object()) return {};
  std::string out;
  const auto then = [&](const std::string& line) { out += (out.empty() ? "" : " && ") + line; };
  if (const auto* needed = script->get_object().if_contains("dependencies");
      needed != nullptr && needed->is_array())
    for (const auto& one : needed->get_array()) {
      const auto called = text_of(one.is_object() ? one.get_object().if_contains("script") : &one);
      const auto colon = called.rfind(':');
      const bool elsewhere = called.starts_with('.') && colon != std::string::npos;
      if (elsewhere)
        then("npm --prefix " + called.substr(0, colon) + " run " + called.substr(colon + 1));
      else if (!called.empty() && !called.starts_with('.'))
        then("npm run " + called);
    }
  std::string variables;
  if (const auto* set = script->get_object().if_contains("env"); set != nullptr && set->is_object())
    for (const auto& [key, value] : set->get_object())
      if (value.is_string()) variables += std::string{key} + "=" + shell_quoted(text_of(&value)) + " ";
  if (const auto command = text_of(script->get_object().if_contains("command")); !command.empty())
    then(variables + command);
  return out;
}

void read_scripts(const json::object& package, package_facts& out) {
  const auto* scripts = package.if_contains("scripts");
  if (scripts == nullptr || !scripts->is_object()) return;
  if (scripts->get_object().size() > limits::scripts) {
    out.problem = "package.json has " + std::to_string(scripts->get_object().size()) +
                  " scripts; covey reads at most " + std::to_string(limits::scripts);
    return;
  }
  for (const auto& [name, text] : scripts->get_object()) {
    if (!text.is_string()) continue;
    auto line = text_of(&text);
    if (line == "wireit") line = wireit_line(package, name);
    out.scripts.emplace_back(std::string{name}, std::move(line));
  }
}

void read_package(const json::object& package, package_facts& out) {
  out.has_package = true;
  out.name = text_of(package.if_contains("name"));
  out.version = text_of(package.if_contains("version"));
  out.type = text_of(package.if_contains("type"));
  for (const auto& [key, value] : package)
    if (out.keys.size() < limits::names) out.keys.emplace_back(key);
  read_scripts(package, out);
  for (const auto* key : {"devDependencies", "dependencies", "optionalDependencies", "peerDependencies"})
    add_names(package, key, out.dependencies);
  const auto* workspaces = package.if_contains("workspaces");
  if (workspaces != nullptr && workspaces->is_object())
    workspaces = workspaces->get_object().if_contains("packages");
  out.workspaces = texts_of(workspaces);
  const auto named = text_of(package.if_contains("packageManager"));
  if (named.empty()) return;
  out.manager = named.substr(0, named.find('@'));
  out.manager_why = "packageManager in package.json";
  out.runs_pre_and_post = out.manager != "yarn" || named.starts_with("yarn@1");
}

struct manager_mark {
  std::string_view file;
  std::string_view manager;
};

constexpr std::array<manager_mark, 7> lock_files{{{"pnpm-lock.yaml", "pnpm"},
                                                  {"yarn.lock", "yarn"},
                                                  {".pnp.cjs", "yarn"},
                                                  {"bun.lock", "bun"},
                                                  {"bun.lockb", "bun"},
                                                  {"package-lock.json", "npm"},
                                                  {"npm-shrinkwrap.json", "npm"}}};

void find_manager(package_facts& out) {
  for (const auto& mark : lock_files) {
    if (!out.manager.empty()) break;
    if (!has_file(out, mark.file)) continue;
    out.manager = mark.manager;
    out.manager_why = mark.file;
  }
  if (out.manager.empty()) out.manager = "npm";
  if (out.manager == "yarn" && (has_file(out, ".yarnrc.yml") || has_file(out, ".pnp.cjs")))
    out.runs_pre_and_post = false;
  out.plug_and_play = has_file(out, ".pnp.cjs") && !has_file(out, "node_modules");
}

std::ptrdiff_t line_of_error(std::string_view text) {
  json::stream_parser reader;
  boost::system::error_code ec;
  const auto read = reader.write_some(text.data(), text.size(), ec);
  return 1 + std::ranges::count(text.substr(0, read), '\n');
}

}  // namespace

package_facts read_package_facts(std::string_view text, std::vector<std::string> files) {
  package_facts out;
  out.files = std::move(files);
  if (has_file(out, "package.json")) {
    boost::system::error_code ec;
    const auto parsed = json::parse(without_byte_order_mark(text), ec);
    if (text.size() >= limits::package_file)
      out.problem = "package.json is larger than " + std::to_string(limits::package_file - 1) +
                    " bytes, which is as much as covey reads";
    else if (ec)
      out.problem = "package.json is not JSON: " + ec.message() + " in line " + std::to_string(line_of_error(without_byte_order_mark(text)));
    else if (!parsed.is_object())
      out.problem = "package.json is not a JSON object";
    else
      read_package(parsed.get_object(), out);
  }
  find_manager(out);
  return out;
}

std::string_view script_of(const package_facts& project, std::string_view name) {
  for (const auto& [known, text] : project.scripts)
    if (known == name) return text;
  return {};
}

bool has_file(const package_facts& project, std::string_view name) {
  return std::find(project.files.begin(), project.files.end(), name) != project.files.end();
}

bool depends_on(const package_facts& project, std::string_view package) {
  return std::find(project.dependencies.begin(), project.dependencies.end(), package) !=
         project.dependencies.end();
}

std::string package_member(std::string_view text, std::string_view key) {
  boost::system::error_code ec;
  const auto parsed = json::parse(text, ec);
  if (ec || !parsed.is_object()) return {};
  const auto* value = parsed.get_object().if_contains(key);
  return value == nullptr ? std::string{} : json::serialize(*value);
}

std::vector<std::string> read_lerna_workspaces(std::string_view text) {
  boost::system::error_code ec;
  const auto parsed = json::parse(text, ec);
  if (ec || !parsed.is_object()) return {};
  return texts_of(parsed.get_object().if_contains("packages"));
}

std::vector<std::string> read_task_dependencies(std::string_view text, const std::string& task) {
  boost::system::error_code ec;
  json::parse_options lenient;
  lenient.allow_comments = true;
  lenient.allow_trailing_commas = true;
  const auto parsed = json::parse(text, ec, {}, lenient);
  if (ec || !parsed.is_object()) return {};
  std::vector<std::string> out;
  for (const std::string_view table : {"tasks", "pipeline", "targetDefaults"}) {
    const auto* tasks = parsed.get_object().if_contains(table);
    const auto* own =
        tasks != nullptr && tasks->is_object() ? tasks->get_object().if_contains(task) : nullptr;
    const auto* needs =
        own != nullptr && own->is_object() ? own->get_object().if_contains("dependsOn") : nullptr;
    for (auto name : texts_of(needs)) {
      name.erase(0, name.starts_with('^') ? 1 : 0);
      const bool known = name == task || std::find(out.begin(), out.end(), name) != out.end();
      if (!known && !name.starts_with('$')) out.push_back(std::move(name));
    }
  }
  return out;
}

std::vector<std::string> read_pnpm_workspaces(std::string_view text) {
  std::vector<std::string> out;
  bool inside = false;
  for (std::string_view line; next_line(text, line);) {
    if (line.empty() || line.front() == '#') continue;
    if (line.front() != ' ' && line.front() != '-') inside = line.starts_with("packages:");
    const auto dash = line.find_first_not_of(' ');
    if (!inside || dash == std::string_view::npos || line[dash] != '-') continue;
    line.remove_prefix(dash + 1);
    const auto first = line.find_first_not_of(" '\"");
    const auto last = line.find_last_not_of(" '\"\r");
    if (first != std::string_view::npos) out.emplace_back(line.substr(first, last - first + 1));
  }
  return out;
}

}  // namespace covey::parsers::languages::node
