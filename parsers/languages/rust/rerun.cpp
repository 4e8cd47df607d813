#include "parsers/languages/rust/rerun.hpp"
#include "parsers/languages/rust/workspace.hpp"
#include <algorithm>
#include <iterator>
#include <set>

namespace covey::parsers::languages::rust {
namespace {

using strings = std::vector<std::string>;

job_target* find(std::vector<job_target>& targets, std::string_view group) {
  const auto it =
      std::find_if(targets.begin(), targets.end(), [&](const auto& t) { return t.group == group; });
  return it == targets.end() ? nullptr : &*it;
}

// True if the group's package still exists: then the target was removed, and no test of it can run again.
// False for groups of examples and build scripts: they have no tests and can only fail to compile.
bool is_removed_target(const std::vector<job_target>& targets, std::string_view group) {
  const auto package = group.substr(0, std::min(group.find("::"), group.find(" (doc)")));
  const auto rest = group.substr(package.size());
  const bool tested =
      !rest.empty() && (rest.find('/') == std::string_view::npos || rest.starts_with("::bin/"));
  return tested && std::any_of(targets.begin(), targets.end(),
                               [&](const auto& t) { return t.package_name == package; });
}

strings literals(std::string_view name) {
  strings out;
  while (!name.empty()) {
    const auto end = std::min(name.find(' '), name.size());
    if (end > 0) out.emplace_back(name.substr(0, end));
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return out;
}

bool holds(std::string_view name, const strings& any) {
  return std::any_of(any.begin(), any.end(),
                     [&](const auto& piece) { return name.find(piece) != std::string_view::npos; });
}

}  // namespace

bool select_rerun(const std::vector<rerun_test>& wanted, std::vector<job_target>& targets) {
  for (const auto& one : wanted) {
    for (const auto& blocked : one.also_failed)
      if (auto* target = find(targets, blocked)) target->chosen.whole = true;
    auto* target = find(targets, one.id.group);
    if (target == nullptr) {
      if (is_removed_target(targets, one.id.group)) continue;
      return true;
    }
    if (one.id.name.empty())
      target->chosen.whole = true;
    else
      target->chosen.names.insert(one.id.name);
  }
  return false;
}

std::vector<rerun_test> awaited(const std::vector<rerun_test>& wanted,
                                const std::vector<job_target>& targets) {
  std::vector<rerun_test> out;
  std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(out), [&](const rerun_test& one) {
    const auto has_group = [&](const auto& target) { return target.group == one.id.group; };
    return !one.id.name.empty() || is_removed_target(targets, one.id.group) ||
           std::any_of(targets.begin(), targets.end(), has_group);
  });
  return out;
}

strings target_arguments(const std::vector<const job_target*>& targets) {
  strings out;
  std::set<std::string> packages;
  std::set<strings> chosen;
  for (const auto* target : targets) {
    if (packages.insert(target->package).second) out.insert(out.end(), {"-p", target->package});
    chosen.insert(target->kind == "lib" ? strings{"--lib"} : strings{"--" + target->kind, target->name});
  }
  for (const auto& one : chosen) out.insert(out.end(), one.begin(), one.end());
  return out;
}

strings doc_filters(const std::set<std::string>& wanted, const strings& all) {
  const strings kept{wanted.begin(), wanted.end()};
  // A literal of this name that is in no wanted name, so that --skip can leave it out; "": there is none.
  const auto skip_for = [&](const std::string& name) {
    for (auto& piece : literals(name))
      if (std::none_of(kept.begin(), kept.end(), [&](const auto& w) { return holds(w, {piece}); }))
        return piece;
    return std::string{};
  };
  // The unwanted tests that run with this literal: first those that --skip cannot leave out, then all.
  const auto cost = [&](const std::string& piece) {
    std::pair<int, int> out;
    for (const auto& name : all) {
      if (wanted.count(name) > 0 || !holds(name, {piece})) continue;
      ++out.second;
      if (skip_for(name).empty()) ++out.first;
    }
    return out;
  };
  strings filters;
  for (const auto& name : kept) {
    if (holds(name, filters)) continue;
    const auto own = literals(name);
    const auto best = std::min_element(own.begin(), own.end(),
                                       [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
    if (best != own.end()) filters.push_back(*best);
  }
  strings skips;
  for (const auto& name : all) {
    if (wanted.count(name) > 0 || !holds(name, filters) || holds(name, skips)) continue;
    if (auto piece = skip_for(name); !piece.empty()) skips.push_back(std::move(piece));
  }
  auto out = std::move(filters);
  for (auto& piece : skips) out.insert(out.end(), {"--skip", std::move(piece)});
  return out;
}

std::size_t count_doc_others(const strings& filters, const std::set<std::string>& wanted,
                             const strings& all) {
  strings run, skip;
  for (std::size_t i = 0; i < filters.size(); ++i)
    filters[i] == "--skip" && i + 1 < filters.size() ? skip.push_back(filters[++i])
                                                     : run.push_back(filters[i]);
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const auto& name) {
    return wanted.count(name) == 0 && (run.empty() || holds(name, run)) && !holds(name, skip);
  }));
}

}  // namespace covey::parsers::languages::rust
