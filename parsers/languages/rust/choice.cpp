#include "parsers/languages/rust/choice.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>

namespace covey::parsers::languages::rust {

std::vector<const workspace_package*> chosen_packages(const cargo_workspace& workspace,
                                                      const std::string& root, const cargo_words& added) {
  std::vector<const workspace_package*> out;
  for (const auto& package : workspace.packages)
    if (path_below(root, package.folder)) out.push_back(&package);
  if (out.empty())
    for (const auto& package : workspace.packages) out.push_back(&package);
  std::erase_if(out,
                [&](const auto* package) { return !added.has_package(package->name, package->version); });
  return out;
}

namespace {

// A name that the user gave, and no package has; empty: there is none.
std::string why_no_package(const cargo_workspace& workspace, const std::string& root,
                           const cargo_words& added) {
  constexpr std::size_t max = 20;
  for (const auto& spec : added.packages) {
    const cargo_words one{.packages = {spec}};
    const auto& all = workspace.packages;
    const bool known = std::any_of(all.begin(), all.end(), [&](const auto& package) {
      return one.has_package(package.name, package.version);
    });
    if (known || all.empty()) continue;
    std::string names;
    for (std::size_t i = 0; i < std::min(max, all.size()); ++i) names += (i == 0 ? "" : ", ") + all[i].name;
    if (all.size() > max) names += " and " + std::to_string(all.size() - max) + " more";
    return "the workspace has no package " + shown(spec) + ": it has " + names;
  }
  return chosen_packages(workspace, root, added).empty() && !workspace.packages.empty()
             ? "`--exclude` leaves no package to test: leave it out"
             : "";
}

// A target that the user named, and no package has; empty: there is none.
std::string why_no_target(const cargo_workspace& workspace, const std::string& root,
                          const cargo_words& added) {
  for (const auto& wanted : added.targets) {
    const cargo_words one{.targets = {wanted}};
    std::string names;
    bool known = false;
    for (const auto* package : chosen_packages(workspace, root, added))
      for (const auto& target : package->targets) {
        known = known || one.picks(target);
        if (wanted.starts_with(target.kind + " ")) names += (names.empty() ? "" : ", ") + target.name;
      }
    if (!known && !workspace.packages.empty())
      return "no package has the target `--" + wanted +
             "`: " + (names.empty() ? "there is none of this kind" : "there are " + names);
  }
  return {};
}

}  // namespace

std::string why_nothing_is_chosen(const cargo_workspace& workspace, const std::string& root,
                                  const cargo_words& added) {
  auto why = why_no_package(workspace, root, added);
  return why.empty() ? why_no_target(workspace, root, added) : why;
}

}  // namespace covey::parsers::languages::rust
