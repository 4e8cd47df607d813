#include "parsers/languages/node/package/package_facts.hpp"
#include "parsers/languages/node/package/limits.hpp"
#include "parsers/text/documents.hpp"
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

void add_names(const json::object& from, strings& out) {
  for (const auto& [name, value] : from)
    if (out.size() < limits::names) out.emplace_back(name);
}

// wireit keeps the commands of its scripts, and what they need to have run before, in a table of its own.
std::string wireit_line(const json::object& package, std::string_view name) {
  const auto& script = object_at(object_at(package, "wireit"), name);
  std::string out;
  const auto then = [&](const std::string& line) { out += (out.empty() ? "" : " && ") + line; };
  for (const auto& one : list_at(script, "dependencies")) {
    const auto called = one.is_object()   ? text_at(one.get_object(), "script")
                        : one.is_string() ? std::string{one.get_string()}
                                          : std::string{};
    const auto colon = called.rfind(':');
    const bool elsewhere = called.starts_with('.') && colon != npos;
    if (elsewhere)
      then("npm --prefix " + called.substr(0, colon) + " run " + called.substr(colon + 1));
    else if (!called.empty() && !called.starts_with('.'))
      then("npm run " + called);
  }
  std::string variables;
  for (const auto& [key, value] : object_at(script, "env"))
    if (value.is_string()) variables += std::string{key} + "=" + shell_quoted(value.get_string()) + " ";
  if (const auto command = text_at(script, "command"); !command.empty()) then(variables + command);
  return out;
}

void read_scripts(const json::object& package, package_facts& out) {
  const auto& scripts = object_at(package, "scripts");
  if (scripts.size() > limits::scripts) {
    out.problem = "package.json has " + std::to_string(scripts.size()) + " scripts; covey reads at most " +
                  std::to_string(limits::scripts);
    return;
  }
  for (const auto& [name, text] : scripts) {
    if (!text.is_string()) continue;
    std::string line{text.get_string()};
    if (line == "wireit") line = wireit_line(package, name);
    out.scripts.emplace_back(std::string{name}, std::move(line));
  }
}

void read_package(const json::object& package, package_facts& out) {
  out.has_package = true;
  out.name = text_at(package, "name");
  out.version = text_at(package, "version");
  out.type = text_at(package, "type");
  add_names(package, out.keys);
  read_scripts(package, out);
  for (const auto* key : {"devDependencies", "dependencies", "optionalDependencies", "peerDependencies"})
    add_names(object_at(package, key), out.dependencies);
  const auto& workspaces = object_at(package, "workspaces");
  out.workspaces = workspaces.empty() ? texts_at(package, "workspaces") : texts_at(workspaces, "packages");
  const auto named = text_at(package, "packageManager");
  if (named.empty()) return;
  out.manager = named.substr(0, named.find('@'));
  out.manager_why = "packageManager in package.json";
  out.runs_pre_and_post = out.manager != "yarn" || named.starts_with("yarn@1");
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> lock_files{
    {{"pnpm-lock.yaml", "pnpm"},
     {"yarn.lock", "yarn"},
     {".pnp.cjs", "yarn"},
     {"bun.lock", "bun"},
     {"bun.lockb", "bun"},
     {"package-lock.json", "npm"},
     {"npm-shrinkwrap.json", "npm"}}};

void find_manager(package_facts& out) {
  for (const auto& [file, manager] : lock_files) {
    if (!out.manager.empty() || !has_file(out, file)) continue;
    out.manager = manager;
    out.manager_why = file;
  }
  if (out.manager.empty()) out.manager = "npm";
  if (out.manager == "yarn" && (has_file(out, ".yarnrc.yml") || has_file(out, ".pnp.cjs")))
    out.runs_pre_and_post = false;
  out.plug_and_play = has_file(out, ".pnp.cjs") && !has_file(out, "node_modules");
}

// A plain or quoted scalar.
std::string yaml_text(std::string_view text) {
  text = trimmed(text);
  if (!text.empty() && (text.front() == '"' || text.front() == '\'')) {
    const auto end = text.find(text.front(), 1);
    return std::string{text.substr(1, end == npos ? npos : end - 1)};
  }
  return std::string{trimmed(text.substr(0, text.find(" #")))};
}

void add_flow_items(std::string_view list, strings& to) {
  list = list.substr(1, list.rfind(']') == npos ? npos : list.rfind(']') - 1);
  while (!list.empty()) {
    const auto quote = list.find_first_not_of(" \t");
    const bool quoted = quote != npos && (list[quote] == '"' || list[quote] == '\'');
    const auto from = quoted ? std::min(list.find(list[quote], quote + 1), list.size()) : 0;
    const auto item = list.substr(0, list.find(',', from));
    if (auto text = yaml_text(item); !text.empty()) to.push_back(std::move(text));
    list.remove_prefix(std::min(item.size() + 1, list.size()));
  }
}

std::ptrdiff_t line_of_error(std::string_view text) {
  json::stream_parser reader;
  boost::system::error_code ec;
  const auto read = reader.write_some(text.data(), text.size(), ec);
  return 1 + std::ranges::count(text.substr(0, read), '\n');
}

}  // namespace

package_facts read_package_facts(std::string_view text, strings files) {
  package_facts out;
  out.files = std::move(files);
  if (has_file(out, "package.json")) {
    boost::system::error_code ec;
    const auto parsed = json::parse(without_byte_order_mark(text), ec);
    if (text.size() >= limits::package_file)
      out.problem = "package.json is larger than " + std::to_string(limits::package_file - 1) +
                    " bytes, which is as much as covey reads";
    else if (ec)
      out.problem = "package.json is not JSON: " + ec.message() + " in line " +
                    std::to_string(line_of_error(without_byte_order_mark(text)));
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
  return is_one_of(name, project.files);
}

bool depends_on(const package_facts& project, std::string_view package) {
  return is_one_of(package, project.dependencies);
}

std::optional<json::object> parsed_object(std::string_view text, bool lenient) {
  json::parse_options options;
  options.allow_comments = options.allow_trailing_commas = lenient;
  boost::system::error_code ec;
  auto value = json::parse(without_byte_order_mark(text), ec, {}, options);
  return ec || !value.is_object() ? std::nullopt : std::optional{std::move(value.get_object())};
}

strings texts_at(const json::object& from, std::string_view name) {
  strings out;
  for (const auto& one : list_at(from, name))
    if (one.is_string() && out.size() < limits::names) out.emplace_back(one.get_string());
  return out;
}

std::string package_member(std::string_view text, std::string_view key) {
  const auto package = parsed_object(text).value_or(json::object{});
  const auto* value = package.if_contains(key);
  return value == nullptr ? std::string{} : json::serialize(*value);
}

strings read_lerna_workspaces(std::string_view text) {
  return texts_at(parsed_object(text).value_or(json::object{}), "packages");
}

strings read_task_dependencies(std::string_view text, const std::string& task) {
  const auto parsed = parsed_object(text, true).value_or(json::object{});
  strings out;
  for (const std::string_view table : {"tasks", "pipeline", "targetDefaults"})
    for (auto name : texts_at(object_at(object_at(parsed, table), task), "dependsOn")) {
      name.erase(0, name.starts_with('^') ? 1 : 0);
      const bool known = name == task || is_one_of(name, out);
      if (!known && !name.starts_with('$')) out.push_back(std::move(name));
    }
  return out;
}

strings yaml_values(std::string_view text, std::string_view key) {
  strings out;
  bool inside = false;
  for (std::string_view line; next_line(text, line);) {
    const auto content = trimmed(line);
    if (content.empty() || content.front() == '#') continue;
    if (line.front() != ' ' && line.front() != '\t' && line.front() != '-') {
      const auto colon = line.find(':');
      inside = colon != npos && yaml_text(line.substr(0, colon)) == key;
      const auto value = inside ? trimmed(line.substr(colon + 1)) : std::string_view{};
      if (value.starts_with('['))
        add_flow_items(value, out);
      else if (!value.empty() && value.front() != '#')
        out.push_back(yaml_text(value));
    } else if (inside && content.front() == '-') {
      if (auto item = yaml_text(content.substr(1)); !item.empty()) out.push_back(std::move(item));
    }
  }
  return out;
}

}  // namespace covey::parsers::languages::node
