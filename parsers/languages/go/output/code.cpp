#include "parsers/languages/go/output/code.hpp"
#include "parsers/text/path.hpp"
#include <optional>
#include <utility>

namespace covey::parsers::languages::go {

std::string place_resolver::resolve(const test_id& id, std::string_view printed) const {
  return packages.resolve(id.group, printed);
}

bool place_resolver::is_own(std::string_view resolved) {
  return !resolved.empty() && !resolved.starts_with('/') && !resolved.starts_with("vendor/") &&
         resolved.find("/vendor/") == std::string_view::npos;
}

std::string place_resolver::in_sources(std::string_view resolved) const {
  return resolved.starts_with('/') ? std::string{resolved} : packages.root() + "/" + std::string{resolved};
}

std::vector<std::string> place_resolver::files_of(const test_id& id) const {
  std::vector<std::string> out;
  const auto* package = packages.find(id.group);
  if (package == nullptr) return out;
  for (const auto& file : package->files) out.push_back(normal_path(in_sources(package->dir) + "/" + file));
  return out;
}

location place_resolver::to_workspace(const location& found) const {
  const std::string file = found.file;
  return {path_below(packages.root(), file).value_or(file), found.line};
}

location place_resolver::beginning(const test_id& id) const {
  const auto found = sources.beginning_of(files_of(id), id.name);
  return found ? to_workspace(*found) : location{};
}

location place_resolver::exit_place(const test_id& id) const {
  const auto found = sources.exit_in_test(files_of(id), id.name);
  return found ? to_workspace(*found) : location{};
}

void place_resolver::place_in_test(failure& made) const {
  const auto raised_in = in_sources(made.where.file.string());
  const auto in_test = sources.is_in_test(raised_in, made.where.line, made.id.name);
  if (in_test.value_or(false)) return;
  const auto files = files_of(made.id);
  // A file that the sources do not have holds no test.
  const auto caller = sources.caller_in_test(files, made.id.name, raised_in, made.where.line);
  if (!caller) return;
  made.raised_at = std::exchange(made.where, to_workspace(*caller));
}

}  // namespace covey::parsers::languages::go
