#include "parsers/languages/package_name.hpp"
#include "parsers/text/json_members.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/toml.hpp"
#include <boost/json.hpp>

namespace covey::parsers {
namespace {

// "module example.com/shop // why"
std::string module_of(std::string_view go_mod) {
  for (std::string_view line; next_line(go_mod, line);) {
    line = trimmed(line);
    if (!line.starts_with("module ") && !line.starts_with("module\t")) continue;
    line = trimmed(line.substr(7));
    line = line.substr(0, line.find(' '));
    if (line.size() > 1 && (line.front() == '"' || line.front() == '`'))
      line = line.substr(1, line.size() - 2);
    return std::string{line};
  }
  return {};
}

std::string name_in_json(std::string_view text) {
  boost::system::error_code ec;
  const auto parsed = boost::json::parse(text, ec);
  return ec || !parsed.is_object() ? std::string{} : text_at(parsed.get_object(), "name");
}

// "name = shop" below "[metadata]".
std::string name_in_ini(std::string_view text) {
  bool inside = false;
  for (std::string_view line; next_line(text, line);) {
    line = trimmed(line);
    if (line.starts_with('[')) inside = line == "[metadata]";
    const auto equals = line.find('=');
    if (inside && equals != std::string_view::npos && trimmed(line.substr(0, equals)) == "name")
      return std::string{trimmed(line.substr(equals + 1))};
  }
  return {};
}

}  // namespace

std::string package_name(std::string_view file, std::string_view text) {
  if (file == "go.mod") return module_of(text);
  if (file == "package.json" || file == "deno.json") return name_in_json(text);
  if (file == "setup.cfg") return name_in_ini(text);
  if (file == "Cargo.toml") return text_at(object_at(read_toml(text), "package"), "name");
  if (file == "Project.toml" || file == "JuliaProject.toml") return text_at(read_toml(text), "name");
  if (file != "pyproject.toml") return {};
  const auto settings = read_toml(text);
  const auto name = text_at(object_at(settings, "project"), "name");
  return name.empty() ? text_at(object_at(object_at(settings, "tool"), "poetry"), "name") : name;
}

}  // namespace covey::parsers
