// `llvm-cov export` (tools/llvm-cov/CoverageExporterJson.cpp), versions 2 and 3:
//   {"data": [{"files": [{"filename", "segments": [[LINE, COLUMN, COUNT, HAS_COUNT, REGION_ENTRY, GAP], …],
//    "branches": [[LINE, COLUMN, LINE, COLUMN, TRUE, FALSE, FILE_ID, EXPANDED_FILE_ID, KIND], …], …}],
//    "functions": [{"name", "count", "filenames": […], "regions": [[…, COUNT, FILE_ID, EXPANDED_FILE_ID,
//    KIND]], …}]}]}
// Lines are what `llvm-cov export -format=lcov` has as DA. The summaries of both count otherwise: the lines
// of each function, so those of a lambda twice and those of a macro never. Functions and branches are counted
// as in the summary, with two exceptions: a way of a branch in a template counts as taken if any
// instantiation took it; and where LLVM 20 and later leave out one of the two ways because it is constant,
// both are here, as in their JSON.
#include "parsers/coverage/formats/json.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace covey::parsers {
namespace {

namespace json = boost::json;

struct llvm_place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend auto operator<=>(const llvm_place&, const llvm_place&) = default;
};

// Counts of lines come from segments, by the rules of LLVM's LineCoverageStats. From its place on to the next segment, the code
// ran `count` times.
struct llvm_segment {
  llvm_place at;
  bool has_count = false;     // false: it was preprocessed away, or lies between functions
  bool region_entry = false;  // a region begins here; false: one ended, and the one around it goes on
  bool gap = false;           // white space between statements
  std::uint64_t count = 0;
};

// A condition with a true and a false way.
struct llvm_branch {
  llvm_place shown;  // where the file has it: of a branch in a macro, where the macro is used
  llvm_place first;  // where it is written
  llvm_place last;
  std::uint32_t repeat = 0;  // counts equal ones in one function, as in a defaulted operator==
  std::uint64_t file = 0;    // its function's id for the place where it is written; 0: no macro
  std::uint64_t when_true = 0;
  std::uint64_t when_false = 0;

  bool ran() const { return when_true > 0 || when_false > 0; }
};

// Its regions and branches tell where it stands.
struct llvm_function {
  std::string_view name;  // mangled; lives as long as the JSON
  std::string_view file;  // where it is written
  llvm_place first;       // of its body
  llvm_place last;
  std::uint64_t count = 0;
  std::vector<llvm_branch> branches;  // those in macros are placed where it uses them
};

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

// How regions and branches both begin: [line, column, end line, end column, …]. Lines from 1 on, columns
// from 0.
std::optional<std::pair<llvm_place, llvm_place>> llvm_span_in(const json::array& from) {
  constexpr std::size_t parts = 4;
  if (from.size() < parts) return std::nullopt;
  const auto first = line_in(from[0]);
  const auto last = line_in(from[2]);
  if (!first || !last) return std::nullopt;
  return std::pair{llvm_place{*first, line_or_none(&from[1])}, llvm_place{*last, line_or_none(&from[3])}};
}

// The branch [line, column, end line, end column, true count, false count, …], placed where it is written.
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

// All by segments sorted by place.
// At least as many as lines_of gives.
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

// 0 where there is none.
std::uint64_t count_at(std::span<const llvm_segment> segments, llvm_place place) {
  const auto after = std::upper_bound(segments.begin(), segments.end(), place,
                                      [](llvm_place a, const llvm_segment& b) { return a < b.at; });
  if (after == segments.begin()) return 0;
  const auto& covering = *std::prev(after);
  return covering.has_count ? covering.count : 0;
}

// The same branch in several instantiations of a template is one, its counts added; LLVM's summary counts
// them so. In the model the block is the column where it is placed, and the ways of the n-th branch there are
// 2n (true) and 2n + 1 (false).
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

// Nullopt, with a diagnostic, if it lacks a name, a place or a file.
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

bool is_set(const json::value& flag) {  // in some versions a number
  return flag.is_bool() ? flag.get_bool() : flag.is_int64() && flag.get_int64() != 0;
}

bool earlier(const llvm_segment& a, const llvm_segment& b) {
  return a.at < b.at;
}

std::vector<llvm_segment> segments_in(const json::object& from, diagnostics& wrong, std::string_view file) {
  constexpr std::size_t parts = 5;  // 6 from LLVM 11 on
  std::vector<llvm_segment> out;
  const auto& all = list_at(from, "segments");
  out.reserve(all.size());
  for (const auto& one : all) {
    const auto* list = one.if_array();
    const auto line = list != nullptr && list->size() >= parts ? line_in(list->front()) : std::nullopt;
    if (!line) {
      wrong.add("a segment that is no list of numbers, left out", 0, file);
      continue;
    }
    const auto count = count_in((*list)[2], wrong, file);
    if (!count) continue;
    out.push_back({{*line, line_or_none(&(*list)[1])},
                   is_set((*list)[3]),
                   is_set((*list)[4]),
                   list->size() > parts && is_set((*list)[parts]),
                   *count});
  }
  if (!std::is_sorted(out.begin(), out.end(), earlier)) std::stable_sort(out.begin(), out.end(), earlier);
  return out;
}

bool is_constant(const llvm_branch& branch, const std::vector<llvm_segment>& segments) {
  return !branch.ran() && count_at(segments, branch.first) > 0;
}

struct file_reading {
  file_coverage data;
  std::vector<llvm_branch> branches;
  bool has_functions = false;  // the branches are theirs
  function_names names;
  std::map<llvm_place, std::size_t> functions;  // instantiations begin at the same place
};

class llvm_cov_parser final : public report_parser {
 public:
  void feed(std::string_view bytes) override { entries_.feed(bytes); }

  void finish(coverage_report& into) override {
    entries_.finish();
    for (auto& [name, reading] : files_) {
      reading.data.branches = branches_of(std::move(reading.branches));
      into.data.files.emplace(name, std::move(reading.data));
    }
    into.diagnostics = entries_.wrong().take();
  }

 private:
  void add(const json_entry& entry) {
    const auto* from = entry.value.if_object();
    if (from == nullptr)
      entries_.wrong().add("a file or a function that is no object, left out", 0);
    else if (entry.path == 0)
      add_file(*from);
    else
      add_function(*from);
  }

  void add_file(const json::object& from) {
    auto& wrong = entries_.wrong();
    const auto name = text_at(from, "filename");
    if (name.empty()) return wrong.add("a file without a name, left out", 0);
    const auto segments = segments_in(from, wrong, name);
    const auto lines_here = number_of_lines(segments);
    if (spanned_ + lines_here > max_spanned_lines) return wrong.add(too_many_lines, 0, name);
    auto* const into = file_in(files_, repair_utf8(name), wrong, 0);
    if (into == nullptr) return;
    spanned_ += lines_here;
    file_coverage lines;
    lines.lines = lines_of(segments);
    merge_into(into->data, std::move(lines));
    add_branches(list_at(from, "branches"), segments, name, into->branches);
  }

  // For reports without functions (-skip-functions). Newer versions also list those of macros that the file
  // defines; they belong where the macros are used.
  void add_branches(const json::array& from, const std::vector<llvm_segment>& segments, std::string_view file,
                    std::vector<llvm_branch>& into) {
    for (const auto& one : from) {
      const auto branch = llvm_branch_in(one, entries_.wrong(), file);
      if (branch && branch->file == 0 && !is_constant(*branch, segments)) into.push_back(*branch);
    }
  }

  // The report also has the functions of files that it leaves out.
  void add_function(const json::object& from) {
    auto function = llvm_function_in(from, entries_.wrong());
    const auto file = function ? files_.find(repair_utf8(function->file)) : files_.end();
    if (file == files_.end()) return;
    auto& into = file->second;
    // The file's own list is incomplete, and does not say which of its branches are instantiations of the
    // same one.
    if (!std::exchange(into.has_functions, true)) into.branches.clear();
    into.branches.insert(into.branches.end(), function->branches.begin(), function->branches.end());
    auto& all = into.data.functions;
    const auto [known, is_new] = into.functions.try_emplace(function->first, all.size());
    if (is_new) {
      all.push_back({into.names.unique(function->name, function->first.line, function->first.column),
                     function->first.line, function->last.line, 0});
    }
    all.add(known->second, {{}, function->first.line, function->last.line, function->count});
  }

  std::map<std::string, file_reading> files_;
  std::uint64_t spanned_ = 0;  // lines, in all files
  json_entries entries_{
      {{"data", any_element, "files", any_element}, {"data", any_element, "functions", any_element}},
      // Each expansion repeats all regions of its function.
      {{"data", any_element, "files", any_element, "expansions"},
       {"data", any_element, "files", any_element, "mcdc_records"}},
      [this](json_entry&& entry) { add(entry); }};
};

bool recognises(std::string_view head) {
  std::vector<json_path> paths;
  for (const char* member : {"segments", "branches", "expansions", "summary"})
    paths.push_back({"data", any_element, "files", any_element, member});
  return json_begins_with(head, std::move(paths));
}

}  // namespace

extern const coverage_format llvm_cov_format;
const coverage_format llvm_cov_format{
    "llvm-cov JSON", "`llvm-cov export`", "as `llvm-cov` counts lines", recognises,
    []() -> std::unique_ptr<report_parser> { return std::make_unique<llvm_cov_parser>(); }};

}  // namespace covey::parsers
