#include "actors/tools/project.hpp"

namespace covey::actors {
namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const auto& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

}  // namespace

project_choice choose_project(const std::vector<detected_project>& looked_at, std::string_view wanted) {
  std::vector<std::string> found;
  std::vector<std::string> markers;
  const parsers::language* last = nullptr;
  for (const auto& entry : looked_at) {
    for (const auto& marker : entry.language->markers) markers.push_back(parsers::to_string(marker));
    if (entry.marker == nullptr) continue;
    found.emplace_back(entry.language->name);
    last = entry.language;
    if (entry.language->name == wanted) return entry.language;
  }
  if (found.empty())
    return "no supported project detected in workspace root (looked for " + listed(markers) + ")";
  if (!wanted.empty())
    return "language \"" + std::string{wanted} + "\" not detected in workspace; detected: " + listed(found);
  if (found.size() > 1)
    return "polyglot workspace: " + std::to_string(found.size()) + " project types detected (" +
           listed(found) + ") — pass `language` to pick one";
  return last;
}

}  // namespace covey::actors
