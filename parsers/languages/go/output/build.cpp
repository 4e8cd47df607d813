#include "parsers/languages/go/output/build.hpp"
#include "parsers/languages/go/output/failure.hpp"
#include "parsers/languages/go/output/text.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <cstddef>
#include <utility>

namespace covey::parsers::languages::go {

namespace {

constexpr std::size_t max_unit_text = 64 * 1024;

// "# p", "# p [p.test]"; vet adds a line "# [p]".
bool is_header(std::string_view line) {
  return line.starts_with("# ");
}
bool is_vet_header(std::string_view line) {
  return line.starts_with("# [");
}

std::string_view before_bracket(std::string_view header) {
  return header.substr(0, header.find(" ["));
}

// "p" of "q [p.test]", else nothing.
std::string_view tested_package(std::string_view header) {
  constexpr std::string_view suffix = ".test]";
  const auto bracket = header.find(" [");
  if (bracket == std::string_view::npos || !header.ends_with(suffix)) return {};
  return header.substr(bracket + 2, header.size() - suffix.size() - bracket - 2);
}

bool has_line(std::string_view text, std::string_view wanted) {
  std::string_view line;
  while (next_line(text, line))
    if (trimmed(line) == trimmed(wanted)) return true;
  return false;
}

// The cover tool reads a source before the compiler does, and says less.
bool is_of_cover_tool(std::string_view text) {
  const auto line = text.substr(0, text.find('\n'));
  return without_cover_prefix(line).size() != line.size();
}

// Importers of a package do not see its test files.
bool breaks_importers(std::string_view text) {
  std::string_view line;
  while (next_line(text, line)) {
    const auto position = compiler_position(line);
    if (position && !position->where.file.ends_with("_test.go")) return true;
  }
  return false;
}

}  // namespace

// The go command repeats a missing dependency for each package that needs it.
void build_failures::add_text(unit& into, std::string_view line) {
  if (into.text.size() > max_unit_text || (into.repeats && has_line(into.text, line))) return;
  into.text += line;
  if (!line.ends_with('\n')) into.text += '\n';
}

void build_failures::build_output(std::string_view import_path, std::string_view text) {
  auto& built = built_[std::string{import_path}];
  if (!is_header(text)) return add_text(built, text);
  if (built.header.empty()) {
    built.header = plain_text(trimmed(text.substr(2)));
    // Only the tested package in brackets tells an external test package from a package.
    if (before_bracket(import_path) == built.header) built.header = import_path;
  } else if (!is_vet_header(text)) {
    built.repeats = true;
  }
}

bool build_failures::stderr_line(std::string_view line) {
  if (is_vet_header(line) && in_section_) return true;
  if (is_header(line)) {
    sections_.push_back({plain_text(trimmed(line.substr(2))), {}});
    in_section_ = true;
    return true;
  }
  if (line.starts_with("go: ")) in_section_ = false;
  if (in_section_) add_text(sections_.back(), line);
  return in_section_;
}

void build_failures::package_failed(std::string_view package, std::string_view failed_build) {
  auto name = plain_text(package);
  if (!is_broken(name)) broken_.push_back({std::move(name), std::string{failed_build}});
}

bool build_failures::is_broken(std::string_view package) const {
  return std::any_of(broken_.begin(), broken_.end(),
                     [&](const auto& other) { return other.name == package; });
}

// The package whose source has to be changed.
std::string build_failures::group_of(const unit& from, const package_list& packages) const {
  auto own = before_bracket(from.header);
  if (is_broken(own) || packages.find(own) != nullptr) return std::string{own};
  // An external test package is built as "p_test [p.test]", and its program as "p.test".
  const auto tested = tested_package(from.header);
  if (constexpr std::string_view program = ".test"; own.ends_with(program)) own.remove_suffix(program.size());
  return std::string{tested.empty() ? own : tested};
}

const build_failures::unit* build_failures::unit_behind(const broken_package& package,
                                                        const package_list& packages) const {
  if (!package.failed_build.empty()) {
    const auto it = built_.find(package.failed_build);
    return it == built_.end() ? nullptr : &it->second;
  }
  const unit* dependency = nullptr;
  bool several = false;
  for (const auto& section : sections_) {
    const auto group = group_of(section, packages);
    if (group == package.name) return &section;
    // Nothing names the broken dependency: only a single candidate is certain.
    if (!breaks_importers(section.text)) continue;
    several = several || dependency != nullptr;
    dependency = &section;
  }
  return several ? nullptr : dependency;
}

const build_failures::unit* build_failures::in_the_compilers_words(const unit* behind) const {
  if (behind == nullptr || !is_of_cover_tool(behind->text)) return behind;
  const auto own = before_bracket(behind->header);
  for (const auto& [path, other] : built_)
    if (!other.text.empty() && !is_of_cover_tool(other.text) && before_bracket(other.header) == own)
      return &other;
  return behind;
}

std::vector<failure> build_failures::failures(const package_list& packages) const {
  std::vector<failure> found;
  for (const auto& package : broken_) {
    const auto* behind = unit_behind(package, packages);
    const auto group = behind != nullptr ? group_of(*behind, packages) : package.name;
    auto it =
        std::find_if(found.begin(), found.end(), [&](const auto& known) { return known.id.group == group; });
    if (it == found.end()) {
      behind = in_the_compilers_words(behind);
      const std::string_view text = behind != nullptr && !behind->text.empty()
                                        ? std::string_view{behind->text}
                                        : "the package did not build: a package that it imports is broken";
      found.push_back(compiler_failure(packages, {group, {}}, text));
      it = found.end() - 1;
    }
    if (package.name != group) it->also_failed.push_back(package.name);
  }
  return found;
}

}  // namespace covey::parsers::languages::go
