#include "parsers/affected/load_graph.hpp"
#include "parsers/blocks/outline.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace covey::parsers {
namespace {

struct name_to_find {
  std::vector<std::uint32_t> words;  // all of them
  std::size_t from = 0;
};

bool has_word(const load_graph::source& of, std::uint32_t word) {
  return std::ranges::binary_search(of.outline->words, word);
}

}  // namespace

bool blocks_ran::has(std::string_view path, std::optional<std::string_view> name) {
  return std::ranges::any_of(runs_, [&](const auto& run) {
    const auto* file = run->file(path);
    const auto& ran = of(*run);
    for (std::uint32_t at = 0; file != nullptr && file->outline && at < file->outline->blocks.size(); ++at)
      if (ran[file->first_block + at] && (!name || (at > 0 && file->outline->blocks[at].name == *name)))
        return true;
    return false;
  });
}

bool blocks_ran::lacks(std::string_view path) {
  bool is_known = false;
  for (const auto& run : runs_)
    if (const auto* file = run->file(path); file != nullptr && file->read)
      return false;
    else
      is_known = is_known || (file != nullptr && file->outline);
  return is_known && !has(path);
}

const std::vector<bool>& blocks_ran::of(const recorded_run& run) {
  auto& out = known_[&run];
  if (!out.empty()) return out;
  out.resize(run.blocks + 1);
  for (const auto& set : run.sets)
    for (const auto number : set) out[number] = true;
  return out;
}

load_graph::reached load_graph::reached_from(const std::vector<std::string>& paths, bool from_now_on) const {
  reached out;
  out.by_source.resize(sources_.size());
  std::unordered_map<std::uint32_t, std::vector<name_to_find>> named;  // by the first word
  word_set first_words;
  std::map<std::string, std::size_t, std::less<>> below;  // folders
  std::unordered_map<std::string_view, std::size_t> beside;
  const auto find_name = [&](std::vector<std::uint32_t> words, std::size_t from) {
    first_words.insert(words.front());
    named[words.front()].push_back({std::move(words), from});
  };
  if (!paths.empty()) find_name({any_file_word()}, 0);
  const auto add = [&](std::string_view path, std::size_t from) {
    const auto reach =
        of_.reach_of == nullptr ? source_reach{.everywhere = true} : of_.reach_of(path, exists_);
    if (reach.everywhere) out.everywhere = from;
    for (const auto& name : reach.names)
      if (auto words = name == "." ? std::vector{word_of(name)} : words_of(name); !words.empty())
        find_name(std::move(words), from);
    if (!reach.below.empty()) below.emplace(reach.below, from);
    if (reach.beside) beside.emplace(folder_name(path), from);
  };
  const auto leads_to = [&](const source& one) -> std::optional<std::size_t> {
    const auto in = folder_name(one.path);
    for (auto folder = below.empty() ? std::string_view{} : in; !folder.empty(); folder = folder_name(folder))
      if (const auto found = below.find(folder); found != below.end()) return found->second;
    if (const auto found = beside.find(in); found != beside.end()) return found->second;
    if (!one.outline) return 0;
    for (const auto word : one.outline->words)
      if (first_words.contains(word))
        for (const auto& [words, from] : named[word])
          if (std::ranges::all_of(words, [&](auto each) { return has_word(one, each); })) return from;
    return std::nullopt;
  };
  for (std::size_t at = 0; at < paths.size() && !out.everywhere; ++at) {
    if (const auto known = index_of(paths[at])) out.by_source[*known] = at;
    add(paths[at], at);
  }
  // What is found leads to more at once, and what was passed over is looked at again.
  for (bool more = !paths.empty(); std::exchange(more, false);)
    for (std::size_t at = 0; at < sources_.size() && !out.everywhere; ++at) {
      if (out.by_source[at] || (sources_[at].passed_over && !from_now_on)) continue;
      out.by_source[at] = leads_to(sources_[at]);
      if (!out.by_source[at]) continue;
      more = true;
      if (sources_[at].deciding) out.everywhere = out.by_source[at];
      add(sources_[at].path, *out.by_source[at]);
    }
  return out;
}

bool load_graph::says_all_of(const source& one, const std::vector<std::uint32_t>& words) {
  return !one.outline || std::ranges::all_of(words, [&](auto word) { return has_word(one, word); });
}

std::vector<std::uint32_t> load_graph::homes_of(std::string_view group, bool is_top) {
  std::vector<std::uint32_t> out;
  const auto exact = std::ranges::lower_bound(sources_, group, {}, &source::path);
  if (exact != sources_.end() && exact->path == group)
    return {static_cast<std::uint32_t>(exact - sources_.begin())};
  if (is_source_of(of_, group)) return out;  // made by the run
  if (by_folder_name_.empty() && in_root_.empty()) sort_by_folder();
  if (const auto named = by_folder_name_.find(base_name(group)); named != by_folder_name_.end())
    out = named->second;
  out.insert(out.end(), in_projects_.begin(), in_projects_.end());
  if (is_top) out.insert(out.end(), in_root_.begin(), in_root_.end());
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::optional<std::size_t> load_graph::index_of(std::string_view path) const {
  const auto found = std::ranges::lower_bound(sources_, path, {}, &source::path);
  if (found == sources_.end() || found->path != path) return std::nullopt;
  return static_cast<std::size_t>(found - sources_.begin());
}

bool load_graph::is_named_by(std::string_view path, const std::vector<std::uint32_t>& words) const {
  const auto reach = of_.reach_of == nullptr ? source_reach{} : of_.reach_of(path, exists_);
  return std::ranges::any_of(reach.names, [&](const auto& name) {
    const auto parts = words_of(name);
    return !parts.empty() &&
           std::ranges::all_of(parts, [&](auto part) { return std::ranges::binary_search(words, part); });
  });
}

void load_graph::sort_by_folder() {
  std::set<std::string_view> projects;
  for (const auto& one : sources_)
    if (one.deciding) projects.insert(folder_name(one.path));
  for (std::uint32_t at = 0; at < sources_.size(); ++at) {
    const auto folder = folder_name(sources_[at].path);
    if (folder.empty()) {
      if (!sources_[at].deciding) in_root_.push_back(at);
      continue;
    }
    by_folder_name_[base_name(folder)].push_back(at);
    if (projects.contains(folder)) in_projects_.push_back(at);
  }
}

bool load_graph::says_any_of(const std::vector<std::uint32_t>& words) const {
  return std::ranges::any_of(sources_, [&](const source& one) {
    return !one.deciding &&
           (!one.outline || std::ranges::any_of(words, [&](auto word) { return has_word(one, word); }));
  });
}

bool is_topmost(std::string_view group, const std::set<std::string, std::less<>>& groups) {
  for (auto above = folder_name(group); !above.empty(); above = folder_name(above))
    if (groups.contains(above)) return false;
  return true;
}

std::uint32_t any_file_word() {
  static const auto word = word_of("*");
  return word;
}

}  // namespace covey::parsers
