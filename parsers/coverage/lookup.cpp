#include "parsers/coverage/lookup.hpp"
#include "parsers/coverage/line_sets.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <set>

namespace covey::parsers {
namespace {

// "b/c.go" of "a/b/c.go", not of "ab/c.go".
bool is_end_of(std::string_view path, std::string_view end) {
  return path.size() > end.size() && path[path.size() - end.size() - 1] == '/' &&
         path.substr(path.size() - end.size()) == end;
}

std::set<std::string> files_named(const coverage& data, const std::string& path) {
  if (data.files.count(path) > 0) return {path};
  if (const auto alias = data.aliases.find(path); alias != data.aliases.end()) return {alias->second};
  std::set<std::string> out;
  // An absolute path says exactly where its file is.
  if (path.empty() || path.front() == '/') return out;
  for (const auto& [key, file] : data.files)
    if (is_end_of(key, path)) out.insert(key);
  for (const auto& [name, key] : data.aliases)
    if (is_end_of(name, path)) out.insert(key);
  return out;
}

std::set<std::string> files_matching(const coverage& data, std::string_view file, std::string_view root) {
  const auto named = [&](std::string_view given) {
    const auto path = normal_path(given);
    return files_named(data, path_below(root, path).value_or(path));
  };
  auto found = named(file);
  if (!found.empty() || file.find('\\') == std::string_view::npos) return found;
  std::string slashes{file};
  std::replace(slashes.begin(), slashes.end(), '\\', '/');
  return named(slashes);
}

}  // namespace

lookup_result find_covering(const coverage& data, std::string_view file, std::uint32_t line,
                            std::string_view root) {
  auto found = files_matching(data, file, root);
  if (found.size() > 1) return ambiguous_file{{found.begin(), found.end()}};
  const auto entry = found.empty() ? data.files.end() : data.files.find(*found.begin());
  if (entry == data.files.end()) return no_such_file{};
  covered_by out{entry->first, {}};
  for (const auto& of_unit : entry->second.by_unit) {
    const bool ran = line == 0 ? !of_unit.ran.empty() : contains(of_unit.ran, line);
    if (ran && of_unit.unit < data.units.size()) out.units.push_back(&data.units[of_unit.unit]);
  }
  std::sort(out.units.begin(), out.units.end(),
            [](const coverage_unit* a, const coverage_unit* b) { return a->name < b->name; });
  return out;
}

}  // namespace covey::parsers
