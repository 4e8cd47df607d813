#include "actors/storage/ignored.hpp"
#include "actors/storage/source_text.hpp"
#include "parsers/text/path.hpp"
#include <unistd.h>
#include <utility>

namespace covey::storage {
namespace {

using parsers::ignore_file;
using parsers::ignore_verdict;

constexpr std::uint64_t max_bytes = std::uint64_t{1} << 20;

}  // namespace

bool is_as_seen(const rule_place& place) {
  struct stat about{};
  const bool is_there = ::stat(place.path.c_str(), &about) == 0;
  if (is_there != place.is_there || !is_there || !place.holds_rules) return is_there == place.is_there;
  return place.identity.settled && place.identity.same_content(identity_of(about));
}

ignored_paths::ignored_paths(const std::string& root, bool links_leave)
    : root_(root), links_leave_(links_leave) {
  read_above();
}

ignore_file ignored_paths::read_rules(const std::string& path, const std::string& root) {
  const auto source = read_source(path, max_bytes, root);
  places_.push_back({path, !source.absent, true, source.identity});
  return ignore_file{source.text};
}

bool ignored_paths::is_repository(const std::string& folder) {
  auto path = folder + "/.git";
  const bool is_there = ::access(path.c_str(), F_OK) == 0;
  places_.push_back({std::move(path), is_there, false});
  return is_there;
}

void ignored_paths::read_above() {
  std::string prefix;
  std::string folder = root_;
  std::vector<rules_above> found;
  while (!is_repository(folder)) {
    prefix = std::string{parsers::base_name(folder)} + "/" + prefix;
    folder = std::string{parsers::folder_name(folder)};
    if (folder.empty()) return;  // in no repository
    if (auto rules = read_rules(folder + "/.gitignore"); !rules.empty())
      found.push_back({std::move(rules), prefix});
  }
  if (auto rules = read_rules(folder + "/.git/info/exclude"); !rules.empty())
    found.push_back({std::move(rules), prefix});
  above_ = std::move(found);
  // The user opened this workspace on purpose, so the rules of a repository that ignores it do not apply.
  if (!prefix.empty() && judge_above("", true) == ignore_verdict::ignored) above_.clear();
}

void ignored_paths::enter(const std::string& folder, bool has_rules, bool is_repository) {
  if (is_repository && !folder.empty()) repositories_.insert(folder);
  if (!has_rules) return;
  auto rules = read_rules(root_ + "/" + (folder.empty() ? "" : folder + "/") + ".gitignore",
                          links_leave_ ? "" : root_);
  if (!rules.empty()) within_.insert_or_assign(folder, std::move(rules));
}

ignore_verdict ignored_paths::judge_above(std::string_view path, bool is_folder) const {
  for (const auto& [rules, prefix] : above_) {
    auto whole = prefix + std::string{path};
    if (whole.ends_with('/')) whole.pop_back();
    if (const auto verdict = rules.judge(whole, is_folder); verdict != ignore_verdict::none) return verdict;
  }
  return ignore_verdict::none;
}

bool ignored_paths::ignores(std::string_view path, bool is_folder) const {
  if (within_.empty() && above_.empty()) return false;
  auto folder = parsers::folder_name(path);
  while (true) {
    if (const auto it = within_.find(folder); it != within_.end()) {
      const auto below = folder.empty() ? path : path.substr(folder.size() + 1);
      const auto verdict = it->second.judge(below, is_folder);
      if (verdict != ignore_verdict::none) return verdict == ignore_verdict::ignored;
    }
    if (repositories_.contains(folder)) return false;
    if (folder.empty()) break;
    folder = parsers::folder_name(folder);
  }
  return judge_above(path, is_folder) == ignore_verdict::ignored;
}

}  // namespace covey::storage
