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
#include "parsers/coverage/file_limit.hpp"
#include "parsers/coverage/formats/format.hpp"
#include "parsers/coverage/formats/function_names.hpp"
#include "parsers/coverage/formats/json/entries.hpp"
#include "parsers/coverage/formats/json/numbers.hpp"
#include "parsers/coverage/formats/llvm_cov/function.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/text/json_members.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/json.hpp>
#include <map>
#include <utility>

namespace covey::parsers {
namespace {

namespace json = boost::json;

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

// See function.cpp.
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
