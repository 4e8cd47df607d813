#include "protocol/render/coverage/coverage.hpp"
#include "protocol/render/freshness.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <cstdlib>
#include <utility>

namespace covey::protocol {

namespace {

// Each half of an answer; what does not fit is counted.
constexpr std::size_t entry_bytes = 24;  // of JSON around a file's path
constexpr std::size_t notes_bytes = 4 * 1024;

json::value in_percent(std::int64_t tenths) {
  return number_value(static_cast<double>(tenths) / 10);
}

json::value percent(const parsers::found_and_hit& value) {
  return in_percent(parsers::permille(value));
}

json::object share(const parsers::found_and_hit& value) {
  return {{"percent", percent(value)}, {"found", value.found}, {"hit", value.hit}};
}

// Omitted if nothing was found: 0 of 0 is no percentage.
void add_share(json::object& out, std::string_view name, const parsers::found_and_hit& value) {
  if (value.found > 0) out[name] = share(value);
}

json::array diagnostics_json(const std::vector<parsers::diagnostic>& diagnostics) {
  json::array out;
  for (const auto& entry : diagnostics) {
    json::object item{{"what", entry.what}, {"count", entry.count}};
    if (entry.first_line > 0) item["firstLine"] = entry.first_line;
    if (!entry.first_at.empty()) item["firstAt"] = entry.first_at;
    out.push_back(std::move(item));
  }
  return out;
}

void add_origin(json::object& out, const coverage_origin& origin) {
  out["source"] = clipped(origin.source, 1024);
  if (!origin.format.empty()) out["format"] = origin.format;
  if (!origin.diagnostics.empty()) out["malformed"] = diagnostics_json(origin.diagnostics);
  if (origin.freshness) out["freshness"] = freshness_object(*origin.freshness);
  if (origin.notes.empty()) return;
  text_budget budget{notes_bytes};
  out["notes"] = json_list(bounded_list(origin.notes, budget));
}

std::string range_text(const parsers::line_range& range) {
  const auto first = std::to_string(range.first);
  return range.first == range.last ? first : first + "-" + std::to_string(range.last);
}

// As many ranges as fit the budget; then the number of the others.
json::array ranges_json(const std::vector<parsers::line_range>& ranges, text_budget& budget) {
  json::array out;
  for (const auto& range : ranges) {
    const auto text = range_text(range);
    if (budget.left() <= text.size()) {
      out.emplace_back("… " + std::to_string(ranges.size() - out.size()) + " ranges more");
      return out;
    }
    budget.take(text);
    out.emplace_back(text);
  }
  return out;
}

struct file_lists {
  json::object files, branches, uncovered, matched, ambiguous;
  json::array not_found, no_lines;
};

void add_found(file_lists& lists, const asked_file& file, bool lines, text_budget& budget) {
  lists.files[file.asked] = percent(file.totals.lines);
  if (file.totals.branches.found > 0) lists.branches[file.asked] = percent(file.totals.branches);
  if (!file.matched.empty()) lists.matched[file.asked] = budget.take(file.matched);
  if (file.totals.lines.found == 0) lists.no_lines.emplace_back(file.asked);
  if (lines) lists.uncovered[file.asked] = ranges_json(file.uncovered, budget);
}

// As many candidates as fit; then the number of the others.
json::array candidates_json(const asked_file& file, text_budget& budget) {
  json::array out;
  for (const auto& name : file.candidates) {
    if (budget.left() < name.size()) break;
    out.emplace_back(budget.take(name));
  }
  const auto left_out = std::max(file.candidates_in_all, file.candidates.size()) - out.size();
  if (left_out > 0) out.emplace_back("… [" + std::to_string(left_out) + " more]");
  return out;
}

// As many names as fit; the rest is counted under another key, so that every entry is a name.
void add_names(json::object& out, std::string_view key, const std::vector<std::string>& names,
               std::size_t bytes) {
  text_budget budget{bytes};
  json::array listed;
  for (const auto& name : names) {
    if (budget.left() < name.size()) break;
    budget.take(name);
    listed.emplace_back(name);
  }
  const auto left_out = names.size() - listed.size();
  out[key] = std::move(listed);
  if (left_out > 0) out[std::string{key} + "LeftOut"] = left_out;
}

// The largest changes first, so that the entries that are left out matter least.
std::vector<std::pair<std::string_view, std::int32_t>> by_size(const parsers::snapshot_change& change) {
  std::vector<std::pair<std::string_view, std::int32_t>> out(change.files.begin(), change.files.end());
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
  return out;
}

}  // namespace

tool_answer render_overall_coverage(const parsers::coverage_totals& totals, const coverage_origin& origin) {
  json::object out{{"overall", percent(totals.lines)}};
  out["lines"] = share(totals.lines);
  add_share(out, "branches", totals.branches);
  add_share(out, "functions", totals.functions);
  add_share(out, "conditions", totals.conditions);
  add_origin(out, origin);
  return json_answer(std::move(out));
}

tool_answer render_file_coverage(const std::vector<asked_file>& files, bool lines,
                                 const coverage_origin& origin, std::size_t bytes) {
  file_lists lists;
  text_budget budget{bytes - std::min(bytes, notes_bytes)};
  std::size_t left_out = 0;
  for (const auto& file : files) {
    if (budget.left() < file.asked.size() + entry_bytes) {
      ++left_out;
      continue;
    }
    budget.take(file.asked + std::string(entry_bytes, ' '));
    switch (file.result) {
      case asked_file::outcome::found:
        add_found(lists, file, lines, budget);
        break;
      case asked_file::outcome::missing:
        lists.files[file.asked] = 0;
        lists.not_found.emplace_back(file.asked);
        break;
      case asked_file::outcome::ambiguous:
        lists.ambiguous[file.asked] = candidates_json(file, budget);
        break;
    }
  }
  json::object out{{"files", std::move(lists.files)}, {"notFound", std::move(lists.not_found)}};
  if (left_out > 0) out["filesLeftOut"] = left_out;
  if (!lists.ambiguous.empty()) out["ambiguous"] = std::move(lists.ambiguous);
  if (!lists.branches.empty()) out["branches"] = std::move(lists.branches);
  if (lines) out["uncovered"] = std::move(lists.uncovered);
  if (!lists.matched.empty()) out["matched"] = std::move(lists.matched);
  if (!lists.no_lines.empty()) out["noLines"] = std::move(lists.no_lines);
  add_origin(out, origin);
  return json_answer(std::move(out));
}

tool_answer render_snapshot(std::string_view id, const parsers::snapshot& taken,
                            const coverage_origin& origin) {
  json::object out{{"snapshotId", id},
                   {"timestamp", taken.taken},
                   {"overall", percent(taken.lines)},
                   {"fileCount", taken.files.size()}};
  add_origin(out, origin);
  return json_answer(std::move(out));
}

tool_answer render_coverage_change(const parsers::snapshot& before, const parsers::snapshot& after,
                                   const parsers::snapshot_change& change, const coverage_origin& origin,
                                   std::size_t bytes) {
  text_budget budget{bytes / 2};
  json::object files;
  for (const auto& [path, tenths] : by_size(change)) {
    constexpr std::size_t per_entry = 8;  // the number and what is around it
    if (budget.left() < path.size() + per_entry) break;
    budget.take(path);
    files[path] = in_percent(tenths);
  }
  const auto left_out = change.files.size() - files.size();
  json::object out{{"overallChange", in_percent(change.overall)}, {"fileChanges", std::move(files)}};
  if (left_out > 0) out["fileChangesLeftOut"] = left_out;
  add_names(out, "newFiles", change.added, bytes / 8);
  add_names(out, "removedFiles", change.removed, bytes / 8);
  out["before"] = percent(before.lines);
  out["after"] = percent(after.lines);
  add_origin(out, origin);
  return json_answer(std::move(out));
}

}  // namespace covey::protocol
