// `coverage json` of coverage.py, formats 1 to 3 (coverage/jsonreport.py):
//   {"meta": {…}, "files": {PATH: {"executed_lines": [1, …], "missing_lines": […], "excluded_lines": […],
//    "executed_branches": [[FROM, TO], …], "missing_branches": […], "functions": {NAME: {the same}},
//    "summary": {…}}}}
// It tells no counts: what ran has one hit. TO is -L where the code that begins on line L is left.
// "executed_lines" also holds lines that coverage.py does not count: up to 7.6 excluded ones, which are taken
// out here, and line 0 of an empty module; up to 7.13.0 docstrings of modules and classes. Nothing tells those
// from statements, but the summary tells how many there are: so many are left out, and the report says so.
#include "parsers/coverage/formats/json.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/text/documents.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <utility>

namespace covey::parsers {
namespace {

namespace json = boost::json;

// The lines of a list, sorted, each once. 0 is what old versions say of an empty module.
std::vector<std::uint32_t> lines_in(const json::array& list, diagnostics& wrong, std::string_view file) {
  std::vector<std::uint32_t> out;
  out.reserve(list.size());
  for (const auto& one : list) {
    if (one.is_int64() && one.get_int64() == 0) continue;
    if (const auto line = line_in(one))
      out.push_back(*line);
    else
      wrong.add(no_line, 0, file);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool in(const std::vector<std::uint32_t>& sorted, std::uint32_t line) {
  return std::binary_search(sorted.begin(), sorted.end(), line);
}

struct lines_of_code {
  std::vector<std::uint32_t> executed;
  std::vector<std::uint32_t> missing;
  std::vector<std::uint32_t> excluded;
};

lines_of_code code_in(const json::object& from, diagnostics& wrong, std::string_view file) {
  lines_of_code out{lines_in(list_at(from, "executed_lines"), wrong, file),
                    lines_in(list_at(from, "missing_lines"), wrong, file),
                    lines_in(list_at(from, "excluded_lines"), wrong, file)};
  std::erase_if(out.executed, [&](std::uint32_t line) { return in(out.excluded, line); });
  return out;
}

// Executed lines that are statements for certain: those of functions, whose docstrings do not run, and those
// with several ways out.
std::vector<std::uint32_t> sure_statements(const json::object& file) {
  std::vector<std::uint32_t> out;
  const auto add = [&](const json::value& line) {
    if (const auto number = line_in(line)) out.push_back(*number);
  };
  for (const auto& [name, function] : object_at(file, "functions"))
    if (!name.empty() && function.is_object())
      for (const auto& line : list_at(function.get_object(), "executed_lines")) add(line);
  for (const auto& way : list_at(file, "executed_branches"))
    if (const auto* pair = way.if_array(); pair != nullptr && !pair->empty()) add(pair->front());
  std::sort(out.begin(), out.end());
  return out;
}

// How many executed lines the summary does not count; 0 where it does not go with the lists.
std::size_t count_uncounted(const lines_of_code& code, const json::object& summary) {
  const auto covered = number_at(summary, "covered_lines");
  const bool goes_with = summary.contains("covered_lines") && code.executed.size() > covered &&
                         number_at(summary, "num_statements") == covered + code.missing.size();
  return goes_with ? code.executed.size() - static_cast<std::size_t>(covered) : 0;
}

// Leaves out `count` lines, docstrings as far as that shows: the file's first line with room behind it, then
// lines right below another with room behind them (`class X:`, its docstring, an empty line), then any that may
// be one.
void drop_docstrings(lines_of_code& code, std::size_t count, const std::vector<std::uint32_t>& statements) {
  if (count == 0) return;
  const auto is_line = [&](std::uint32_t line) {
    return in(code.executed, line) || in(code.missing, line) || in(code.excluded, line);
  };
  const auto first =
      std::min(code.executed.front(), code.missing.empty() ? max_line_number : code.missing.front());
  std::vector<std::pair<int, std::uint32_t>> candidates;  // the likeliest first
  for (const auto line : code.executed) {
    if (in(statements, line)) continue;
    const bool has_room = !is_line(line + 1);
    const bool is_first = line == first;
    const bool is_set_off = has_room && (is_first || is_line(line - 1));
    candidates.emplace_back(is_set_off ? (is_first ? 0 : 1) : 2, line);
  }
  std::sort(candidates.begin(), candidates.end());
  candidates.resize(std::min(candidates.size(), count));
  std::vector<std::uint32_t> dropped;
  dropped.reserve(candidates.size());
  for (const auto& [rank, line] : candidates) dropped.push_back(line);
  std::sort(dropped.begin(), dropped.end());
  std::erase_if(code.executed, [&](std::uint32_t line) { return in(dropped, line); });
}

std::vector<line_hits> hits_of(const lines_of_code& code) {
  std::vector<line_hits> out;
  out.reserve(code.executed.size() + code.missing.size());
  for (const auto line : code.missing) out.emplace_back(line, 0);
  for (const auto line : code.executed) out.emplace_back(line, 1);
  put_in_order(out);
  for (auto& one : out) one.hits = one.hits > 0 ? 1 : 0;  // a line may stand in both lists
  return out;
}

// A way out of a line: to another, out of the code that begins on one, or one that is excluded.
struct way {
  enum kind_of { jump, exit, excluded } kind = jump;
  std::uint32_t to = 0;
  friend auto operator<=>(const way&, const way&) = default;
};

std::string name_of(const way& of) {
  if (of.kind == way::excluded) return "pragma: no branch";
  return (of.kind == way::jump ? "jump to line " : "exit of line ") + std::to_string(of.to);
}

std::optional<way> way_in(const json::value& to) {
  if (const auto line = line_in(to)) return way{way::jump, *line};
  if (!to.is_int64() || to.get_int64() >= 0 || to.get_int64() < -std::int64_t{max_line_number}) return {};
  return way{way::exit, static_cast<std::uint32_t>(-to.get_int64())};
}

class branch_reader {
 public:
  branch_reader(const lines_of_code& code, diagnostics& wrong, std::string_view file)
      : code_(code), wrong_(wrong), file_(file) {}

  void add(const json::array& list, bool taken) {
    for (const auto& one : list) {
      const auto* pair = one.if_array();
      const auto from = pair != nullptr && pair->size() == 2 ? line_in(pair->front()) : std::nullopt;
      const auto to = from ? way_in(pair->back()) : std::nullopt;
      if (to)
        taken_[{*from, *to}] |= taken;
      else
        wrong_.add("a branch that is no pair of lines, left out", 0, file_);
    }
  }

  // New versions do not list the ways out of a line that are excluded (`# pragma: no branch`), but count them
  // as taken. Where the line ran, the way that did is listed; the other one is added.
  void add_excluded(std::uint64_t counted) {
    std::map<std::uint32_t, std::size_t> listed;
    for (const auto& [branch, taken] : taken_) ++listed[branch.first];
    for (const auto& [line, count] : listed)
      if (count == 1 && taken_.size() < counted) taken_[{line, {way::excluded, 0}}] = true;
  }

  // Up to 7.6 a loop within one line (a comprehension) is listed as a way from the line to itself, and not
  // counted.
  void drop_uncounted(std::uint64_t counted) {
    std::erase_if(taken_, [&, listed = taken_.size()](const auto& one) mutable {
      const auto& [from, to] = one.first;
      const bool drop = listed > counted && one.second && to.kind == way::jump && to.to == from;
      listed -= drop ? 1 : 0;
      return drop;
    });
  }

  void finish(file_coverage& into) const {
    std::map<way, std::uint32_t> names;
    for (const auto& [branch, taken] : taken_) names.emplace(branch.second, 0);
    for (auto& [to, index] : names) {
      index = static_cast<std::uint32_t>(into.branch_names.size());
      into.branch_names.push_back(name_of(to));
    }
    // The ways out of a line that did not run were not evaluated.
    for (const auto& [branch, taken] : taken_)
      into.branches.emplace_back(branch.first, 0, named_branch + names.at(branch.second), taken ? 1 : 0,
                                 taken || in(code_.executed, branch.first));
  }

 private:
  const lines_of_code& code_;
  diagnostics& wrong_;
  std::string_view file_;
  std::map<std::pair<std::uint32_t, way>, bool> taken_;
};

// As in coverage.py's own LCOV report: code without a statement is not a function, and a function ran if any
// of its lines did.
function_list functions_in(const json::object& from, diagnostics& wrong, std::string_view file) {
  function_list out;
  function_names names;
  for (const auto& [name, value] : from) {
    if (name.empty()) continue;  // the code of the module
    if (!value.is_object()) {
      wrong.add("a function that is no object, left out", 0, file);
      continue;
    }
    const auto code = code_in(value.get_object(), wrong, file);
    if (code.executed.empty() && code.missing.empty()) continue;
    const auto lines = hits_of(code);
    const auto start = line_or_none(value.get_object().if_contains("start_line"));  // from 7.10 on
    const auto first = static_cast<std::uint32_t>(lines.front().line);
    function_hits function;
    function.line = start > 0 ? std::min(start, first) : first;
    function.end_line = static_cast<std::uint32_t>(lines.back().line);
    function.hits = code.executed.empty() ? 0 : 1;
    const auto unique = names.unique(name, function.line, 0);
    function.name = unique;
    out.push_back(function);
  }
  return out;
}

std::optional<file_coverage> read_file(const json::value& entry, diagnostics& wrong, std::string_view name) {
  const auto* from = entry.if_object();
  if (from == nullptr || (!from->contains("executed_lines") && !from->contains("missing_lines"))) {
    wrong.add("a file without its lines, left out", 0, name);
    return std::nullopt;
  }
  auto code = code_in(*from, wrong, name);
  const auto& summary = object_at(*from, "summary");
  if (const auto uncounted = count_uncounted(code, summary); uncounted > 0) {
    drop_docstrings(code, uncounted, sure_statements(*from));
    wrong.add(
        "a file with executed lines that are no statements (docstrings); as many as coverage.py does "
        "not count are left out, but it does not say which",
        0, name);
  }
  file_coverage file;
  file.lines = hits_of(code);
  branch_reader branches{code, wrong, name};
  branches.add(list_at(*from, "executed_branches"), true);
  branches.add(list_at(*from, "missing_branches"), false);
  if (summary.contains("num_branches")) {
    branches.add_excluded(number_at(summary, "num_branches"));
    branches.drop_uncounted(number_at(summary, "num_branches"));
  }
  branches.finish(file);
  file.functions = functions_in(object_at(*from, "functions"), wrong, name);
  return file;
}

}  // namespace

extern const coverage_format coverage_py_format;
const coverage_format coverage_py_format{
    "coverage.py JSON", "`coverage json`", "it was executed",
    [](std::string_view head) {
      return json_begins_with(head, {{"meta", "branch_coverage"}, {"files", any_member, "executed_lines"}});
    },
    [] {
      return make_file_entries_parser({"files", any_member},
                                      {{"files", any_member, "classes"}, {"files", any_member, "contexts"}},
                                      read_file);
    }};

}  // namespace covey::parsers
