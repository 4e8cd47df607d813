#include "actors/changed_coverage.hpp"
#include "actors/kept_structures.hpp"
#include "actors/limits.hpp"
#include "actors/storage/opened.hpp"
#include "parsers/coverage/changed_coverage.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace covey::actors {
namespace {

class workspace_sources : public parsers::present_sources {
 public:
  workspace_sources(std::string root, kept_structures_ptr kept)
      : root_(std::move(root)), kept_(kept ? std::move(kept) : std::make_shared<kept_structures>(0, 0)) {}

  const source* read(const std::string& path) override;
  bool is_source(std::string_view path) override { return parsers::is_source(path); }
  bool is_test(const std::string& path) override;
  const parsers::source_structure& structure(const std::string& path) override;

 private:
  struct known_source {
    std::string text;
    source value;
    source_structure_ptr structure = {};
    bool is_there = false;
  };

  std::string root_;
  kept_structures_ptr kept_;
  std::map<std::string, known_source> known_;
  std::map<const parsers::language*, std::unique_ptr<const parsers::test_finder>> finders_;
};

const parsers::language* language_of(std::string_view path) {
  const auto all = parsers::all_languages();
  const auto found = std::ranges::find_if(all, [&](const auto* one) { return is_source_of(*one, path); });
  return found == all.end() ? nullptr : *found;
}

const workspace_sources::source* workspace_sources::read(const std::string& path) {
  const auto [at, is_new] = known_.try_emplace(path);
  auto& known = at->second;
  if (!is_new) return known.is_there ? &known.value : nullptr;
  auto found = storage::read_source(root_ + "/" + path, limits::listed_file_bytes, root_);
  if (!found.problem.empty()) return nullptr;
  known.is_there = true;
  known.text = std::move(found.text);
  auto& value = known.value;
  value.text = known.text;
  value.lines = parsers::hashes_of_lines(known.text);
  std::error_code unknown;
  const auto* language = language_of(path);
  if (language != nullptr && !std::filesystem::is_symlink(root_ + "/" + path, unknown))
    value.language = language->name;
  return &value;
}

const parsers::source_structure& workspace_sources::structure(const std::string& path) {
  const auto* language = language_of(path);
  auto& known = known_[path];
  static const parsers::source_structure unknown;
  if (language == nullptr || language->structure == nullptr) return unknown;
  if (!known.structure) known.structure = kept_->find(*language, root_ + "/" + path, known.text);
  return *known.structure;
}

bool workspace_sources::is_test(const std::string& path) {
  const auto* of = language_of(path);
  if (of == nullptr) return false;
  auto& finder = finders_[of];
  if (!finder) {
    parsers::config_texts texts;
    for (const auto name : of->config_files) {
      auto text = storage::read_source(root_ + "/" + std::string{name}, limits::settings_bytes);
      if (text.problem.empty()) texts.emplace(name, std::move(text.text));
    }
    finder = of->make_finder(texts);
  }
  return finder->role(path) == parsers::file_role::test;
}

// A path of its own of each folder within the workspace that is a repository, and holds a measured file.
void add_repositories(std::set<std::string>& to, const std::string& root, const parsers::coverage& data) {
  std::set<std::string, std::less<>> seen;
  for (const auto& [path, file] : data.files) {
    if (path.starts_with('/')) continue;
    const auto normal = parsers::normal_path(path);
    for (auto folder = parsers::folder_name(normal);
         !folder.empty() && !folder.starts_with("..") && !seen.contains(folder);
         folder = parsers::folder_name(folder)) {
      seen.emplace(folder);
      if (::access((root + "/" + std::string{folder} + "/.git").c_str(), F_OK) == 0) to.emplace(folder);
    }
  }
}

std::string list_of(const std::set<std::string>& names) {
  constexpr std::size_t max_named = 5;
  std::string out;
  std::size_t count = 0;
  for (const auto& name : names)
    if (count++ < max_named) out += (count == 1 ? "" : ", ") + name;
  return names.size() <= max_named ? out : out + " and " + std::to_string(names.size() - max_named) + " more";
}

bool start_processes(const parsers::measured_runs& runs) {
  return std::ranges::any_of(
      runs.runs, [](const auto& run) { return run.data->inputs.contains(parsers::started_processes); });
}

void add_notes(parsers::changed_coverage& to, const changed_coverage_order& order) {
  if (!order.edits) return;
  std::set<std::string> within{order.edits->repositories.begin(), order.edits->repositories.end()};
  const auto& data = order.report ? order.report->data : order.latest.data;
  add_repositories(within, order.root, *data);
  if (!within.empty())
    to.notes.push_back("repositories within this one, whose edits are not looked at: " + list_of(within));
  to.starts_processes =
      to.missed > 0 && order.latest.runs && !order.report && start_processes(*order.latest.runs);
  if (to.starts_processes)
    to.notes.push_back(
        "tests start processes: lines that only these run may not be measured, and count as not run");
  if (to.files.empty() && to.others == 0 && ::access((order.root + "/.git").c_str(), F_OK) != 0)
    to.notes.push_back("git's repository begins above this workspace: edits beside it are not looked at");
  if (!order.edits->is_cut) return;
  to.is_cut = true;
  to.notes.push_back("git tells more than " + std::to_string(limits::probe_out >> 20) +
                     " MiB of differences: files behind that are left out; pass a nearer base");
}

bool knows(const parsers::measured_runs& runs, const std::string& language) {
  return language.empty() ||
         std::ranges::any_of(runs.runs, [&](const auto& run) { return run.language == language; });
}

}  // namespace

found_changed_coverage read_changed_coverage(const changed_coverage_order& order) {
  workspace_sources sources{order.root, order.structures};
  const auto& latest = order.latest;
  parsers::measured_by by{.runs = order.report ? nullptr : latest.runs,
                          .before = latest.before.get(),
                          .now = order.now,
                          .language = order.language};
  if (order.report) {
    by.report = order.report->data.get();
    by.files = order.report->files.get();
  } else if (!knows(*latest.runs, order.language)) {
    return {nullptr,
            "no coverage of " + order.language + " tests yet; run `run_tests` with that language first"};
  }
  auto edits = order.edits ? order.edits->files : nullptr;
  const parsers::measured_run* base = nullptr;
  if (!edits && !order.now)
    return {nullptr, "what the workspace holds could not be found out; pass a revision as base"};
  if (!edits) {
    base = parsers::last_other_run(by, [](std::string_view path) { return parsers::is_source(path); });
    edits = std::make_shared<const parsers::edited_files>(
        base == nullptr ? parsers::edited_files{} : parsers::edits_since(*base, by, sources));
  }
  std::vector<std::string> only;
  for (const auto& one : order.files) {
    const auto path = parsers::normal_path(one);
    only.push_back(parsers::path_below(order.root, path).value_or(path));
  }
  auto found = parsers::find_changed_coverage(*edits, by, sources, only, order.tests);
  found.base = order.base;
  if (order.edits) found.commit = order.edits->commit;
  if (!order.report) {
    found.run = latest.runs->runs.front().id;
    found.of_several = latest.runs->runs.size() > 1;
    found.unit = latest.data->unit_kind;
  }
  if (!order.edits) found.base_run = base != nullptr ? base->id : found.run;
  add_notes(found, order);
  return {std::make_shared<const parsers::changed_coverage>(std::move(found)), {}};
}

}  // namespace covey::actors
