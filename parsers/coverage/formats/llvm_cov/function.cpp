#include "parsers/coverage/formats/llvm_cov/function.hpp"
#include "parsers/coverage/formats/json/numbers.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/text/json_members.hpp"
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace covey::parsers {
namespace {

bool counted_entry(const llvm_segment& segment) {
  return segment.region_entry && segment.has_count;
}

// What a line ran; nothing where it holds no code. `before`: the last segment of the lines above.
std::optional<std::uint64_t> count_of(std::span<const llvm_segment> of_line, const llvm_segment* before) {
  const bool any_entry = std::any_of(of_line.begin(), of_line.end(), counted_entry);
  const bool begins_skipped = !of_line.empty() && !of_line.front().has_count && of_line.front().region_entry;
  const bool goes_on = before != nullptr && before->has_count && !begins_skipped;
  if (!any_entry && !goes_on) return std::nullopt;
  std::uint64_t out = before != nullptr ? before->count : 0;
  for (const auto& segment : of_line)
    if (counted_entry(segment) && !segment.gap) out = std::max(out, segment.count);
  return out;
}

// Calls `found` with each line that has code, from the first segment to the last. A run of lines without a
// segment is one call.
template <class Found>
void walk(std::span<const llvm_segment> segments, Found&& found) {
  const llvm_segment* before = nullptr;
  for (std::size_t i = 0; i < segments.size();) {
    const auto line = segments[i].at.line;
    auto end = i;
    while (end < segments.size() && segments[end].at.line == line) ++end;
    if (before != nullptr && before->has_count && before->at.line + 1 < line)
      found(before->at.line + 1, line - 1, before->count);
    if (const auto count = count_of(segments.subspan(i, end - i), before)) found(line, line, *count);
    before = &segments[end - 1];
    i = end;
  }
}

auto key(const llvm_branch& of) {
  return std::tie(of.shown, of.first, of.last, of.repeat);
}

namespace json = boost::json;

// A function has a file for itself and one for each use of a macro, by ids.
struct region {
  std::uint64_t file = 0;
  llvm_place first;
  llvm_place last;
  std::uint64_t count = 0;
  std::uint64_t expanded = 0;  // of a use of a macro: the id of what it stands for
  std::uint64_t kind = 0;
};
constexpr std::uint64_t code = 0;
constexpr std::uint64_t expansion = 1;

bool before(const region& a, const region& b) {
  return std::tie(a.file, a.first) < std::tie(b.file, b.first);
}

std::uint64_t id_in(const json::value& from) {
  return from.is_int64() && from.get_int64() >= 0 ? static_cast<std::uint64_t>(from.get_int64()) : ~0ull;
}

std::vector<region> regions_in(const json::object& from, diagnostics& wrong, std::string_view name) {
  std::vector<region> out;
  for (const auto& one : list_at(from, "regions")) {
    constexpr std::size_t parts = 8;
    const auto* list = one.if_array();
    const auto span = list != nullptr && list->size() >= parts ? llvm_span_in(*list) : std::nullopt;
    if (!span) {
      wrong.add("a region that is no list of numbers, left out", 0, name);
      continue;
    }
    const auto count = count_in((*list)[4], wrong, name);
    out.push_back({id_in((*list)[5]), span->first, span->second, count.value_or(0), id_in((*list)[6]),
                   id_in((*list)[7])});
  }
  return out;
}

// The file that no macro stands for: the function is written there.
std::uint64_t own_file(const std::vector<region>& regions) {
  std::set<std::uint64_t> expanded;
  for (const auto& one : regions)
    if (one.kind == expansion) expanded.insert(one.expanded);
  std::uint64_t least = ~0ull;
  for (const auto& one : regions)
    if (!expanded.contains(one.file)) least = std::min(least, one.file);
  return least;
}

// How often the code at a place ran, by the innermost region around it. LLVM lists a handful at most that
// have ended before; the search is limited because a malformed report may have more.
std::uint64_t count_at(const std::vector<region>& in_order, std::uint64_t file, llvm_place place) {
  constexpr int max = 64;
  auto it = std::upper_bound(
      in_order.begin(), in_order.end(),
      region{.file = file, .first = place, .last = {}, .count = 0, .expanded = 0, .kind = 0}, before);
  for (int i = 0; i < max && it != in_order.begin(); ++i) {
    --it;
    if (it->file != file) return 0;
    if (it->kind == code && it->last > place) return it->count;
  }
  return 0;
}

// Where the function's own file uses the macro whose text the branches of `file` are in.
llvm_place use_of(const std::map<std::uint64_t, const region*>& uses, std::uint64_t file, std::uint64_t own) {
  constexpr int max_depth = 100;  // macros in macros
  llvm_place out;
  for (int i = 0; i < max_depth && file != own; ++i) {
    const auto use = uses.find(file);
    if (use == uses.end()) return {};
    out = use->second->first;
    file = use->second->file;
  }
  return file == own ? out : llvm_place{};
}

std::vector<llvm_branch> branches_in(const json::object& from, std::vector<region> regions, std::uint64_t own,
                                     diagnostics& wrong, std::string_view name) {
  std::stable_sort(regions.begin(), regions.end(), before);
  std::map<std::uint64_t, const region*> uses;
  for (const auto& one : regions)
    if (one.kind == expansion) uses.emplace(one.expanded, &one);
  std::map<std::tuple<llvm_place, llvm_place, llvm_place>, std::uint32_t> alike;
  std::vector<llvm_branch> out;
  for (const auto& one : list_at(from, "branches")) {
    auto branch = llvm_branch_in(one, wrong, name);
    if (!branch) continue;
    const auto file = branch->file;
    if (file != own) branch->shown = use_of(uses, file, own);
    if (branch->shown.line == 0) continue;
    branch->repeat = alike[{branch->shown, branch->first, branch->last}]++;
    // A condition that is a constant has a branch that can never be taken, and nothing says so. Where its
    // code ran and neither way was taken, it must be one.
    if (branch->ran() || count_at(regions, file, branch->first) == 0) out.push_back(*branch);
  }
  return out;
}

std::string_view text(const json::value& from) {
  return from.is_string() ? std::string_view{from.get_string()} : std::string_view{};
}

}  // namespace

std::uint64_t number_of_lines(std::span<const llvm_segment> segments) {
  std::uint64_t out = 0;
  walk(segments, [&](std::uint32_t first, std::uint32_t last, std::uint64_t) { out += last - first + 1; });
  return out;
}

line_list lines_of(std::span<const llvm_segment> segments) {
  line_list out;
  walk(segments, [&](std::uint32_t first, std::uint32_t last, std::uint64_t count) {
    for (auto line = first; line <= last; ++line) out.emplace_back(line, count);
  });
  out.shrink_to_fit();
  return out;
}

std::uint64_t count_at(std::span<const llvm_segment> segments, llvm_place place) {
  const auto after = std::upper_bound(segments.begin(), segments.end(), place,
                                      [](llvm_place a, const llvm_segment& b) { return a < b.at; });
  if (after == segments.begin()) return 0;
  const auto& covering = *std::prev(after);
  return covering.has_count ? covering.count : 0;
}

branch_list branches_of(std::vector<llvm_branch> branches) {
  std::sort(branches.begin(), branches.end(),
            [](const llvm_branch& a, const llvm_branch& b) { return key(a) < key(b); });
  branch_list out;
  std::uint32_t way = 0;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    const auto& one = branches[i];
    if (i > 0 && one.shown != branches[i - 1].shown)
      way = 0;
    else if (i > 0 && key(one) != key(branches[i - 1]))
      way += 2;
    out.emplace_back(one.shown.line, one.shown.column, way, one.when_true, one.ran());
    out.emplace_back(one.shown.line, one.shown.column, way + 1, one.when_false, one.ran());
  }
  put_in_order(out);
  out.shrink_to_fit();
  return out;
}

std::optional<std::pair<llvm_place, llvm_place>> llvm_span_in(const json::array& from) {
  constexpr std::size_t parts = 4;
  if (from.size() < parts) return std::nullopt;
  const auto first = line_in(from[0]);
  const auto last = line_in(from[2]);
  if (!first || !last) return std::nullopt;
  return std::pair{llvm_place{*first, line_or_none(&from[1])}, llvm_place{*last, line_or_none(&from[3])}};
}

std::optional<llvm_branch> llvm_branch_in(const json::value& from, diagnostics& wrong, std::string_view at) {
  constexpr std::size_t parts = 6;
  const auto* list = from.if_array();
  const auto span = list != nullptr && list->size() >= parts ? llvm_span_in(*list) : std::nullopt;
  if (!span) {
    wrong.add("a branch that is no list of numbers, left out", 0, at);
    return std::nullopt;
  }
  const auto when_true = count_in((*list)[4], wrong, at);
  const auto when_false = count_in((*list)[5], wrong, at);
  if (!when_true || !when_false) return std::nullopt;
  const auto file = list->size() > parts ? id_in((*list)[parts]) : 0;
  return llvm_branch{.shown = span->first,
                     .first = span->first,
                     .last = span->second,
                     .repeat = 0,
                     .file = file,
                     .when_true = *when_true,
                     .when_false = *when_false};
}

std::optional<llvm_function> llvm_function_in(const json::object& from, diagnostics& wrong) {
  llvm_function out;
  if (const auto* name = from.if_contains("name")) out.name = text(*name);
  const auto regions = regions_in(from, wrong, out.name);
  const auto own = own_file(regions);
  const auto body =
      std::find_if(regions.begin(), regions.end(), [&](const region& one) { return one.file == own; });
  const auto& files = list_at(from, "filenames");
  if (out.name.empty() || body == regions.end() || own >= files.size() || !files[own].is_string()) {
    wrong.add("a function without name, place or file, left out", 0, out.name);
    return std::nullopt;
  }
  out.file = text(files[own]);
  out.first = body->first;
  out.last = body->last;
  for (const auto& one : regions)  // rustc's first one is the signature
    if (one.file == own) out.last = std::max(out.last, one.last);
  const auto* count = from.if_contains("count");
  out.count = count != nullptr ? count_in(*count, wrong, out.name).value_or(0) : 0;
  out.branches = branches_in(from, regions, own, wrong, out.name);
  return out;
}

}  // namespace covey::parsers
