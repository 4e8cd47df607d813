// Where the time of a run went, how it changed the set of known failures, and its coverage.
#include "protocol/render/run/views.hpp"
#include "parsers/failures/ended_run.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/failures/views.hpp"
#include "protocol/text.hpp"
#include <chrono>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::protocol {

// --- where its time went

namespace {

using part = std::pair<std::string_view, std::int64_t>;

std::int64_t rounded(std::chrono::milliseconds time) {
  return std::chrono::round<std::chrono::seconds>(time).count();
}

std::vector<part> parts_of(const parsers::finished_run& run) {
  constexpr std::chrono::seconds worth_telling{10};
  const auto& [before, tests, coverage, built] = run.times;
  std::vector<part> out;
  if (run.duration < worth_telling) return out;
  for (const auto& [name, time] :
       {std::pair{built ? "build" : "start", before}, {"tests", tests}, {"coverage", coverage}})
    if (rounded(time) > 0) out.emplace_back(name, rounded(time));
  if (out.size() < 2) out.clear();
  return out;
}

}  // namespace

std::string times_line(const parsers::finished_run& run) {
  std::string out;
  for (const auto& [name, time] : parts_of(run))
    out += (out.empty() ? "" : ", ") + std::string{name} + " " + std::to_string(time);
  return out.empty() ? out : std::to_string(rounded(run.duration)) + " s: " + out;
}

void add_times(json::object& out, const parsers::finished_run& run) {
  json::object parts;
  for (const auto& [name, time] : parts_of(run)) parts[name] = time;
  if (!parts.empty()) out["time_s"] = std::move(parts);
}

// --- what changed

namespace {

constexpr std::size_t max_names = 3;
constexpr std::size_t names_bytes = 400;
constexpr std::size_t name_bytes = 200;

std::string counted(std::uint64_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string{what} + (count == 1 ? "" : "s");
}

std::string figures(const parsers::finished_run& run) {
  const auto& changes = run.changes;
  const auto fixed = std::to_string(changes.fixed.size());
  auto rest = std::to_string(changes.still) + " still fail, " + std::to_string(changes.newly.size()) + " new";
  if (!changes.skipped.empty()) rest += ", " + std::to_string(changes.skipped.size()) + " skipped";
  if (!changes.alone.empty()) rest += ", " + std::to_string(changes.alone.size()) + " pass alone";
  if (!changes.gone.empty()) rest += ", " + std::to_string(changes.gone.size()) + " gone";
  const auto next = what_next(run);
  if (run.scope == parsers::run_scope::failing)
    return std::to_string(run.known_before - count_not_rerun(run)) + " rerun: " + fixed + " pass, " + rest + "; " +
           (next.empty() ? "run_tests runs all" : next);
  return "since the last run: " + fixed + " fixed, " + rest;
}

// "\nfixed: p/a; b; … 4 more"
std::string names_line(std::string_view what, const std::vector<parsers::test_id>& ids) {
  if (ids.empty()) return "";
  std::string names;
  std::size_t shown = 0;
  const parsers::test_id* last = nullptr;
  for (const auto& id : ids) {
    // For consecutive tests of one suite, the suite is named once.
    const bool same = last != nullptr && last->group == id.group && !id.name.empty();
    const auto name = one_line(clipped(same ? id.name : parsers::full_name(id), name_bytes));
    if (shown == max_names || (shown > 0 && names.size() + name.size() > names_bytes)) break;
    names += (shown++ == 0 ? "" : "; ") + name;
    last = &id;
  }
  const auto left = ids.size() - shown;
  return "\n" + std::string{what} + ": " + names + (left == 0 ? "" : "; … " + std::to_string(left) + " more");
}

std::string alone_since(const parsers::run_changes& changes) {
  return "passes alone, though nothing has changed since run " + std::to_string(changes.alone_since) +
         " (it depends on what ran before it, or is flaky; run_tests judges it)";
}

std::string moves_text(const parsers::list_changes& list) {
  std::string out;
  std::size_t shown = 0;
  for (const auto& [groups, moved] : list.moved) {
    if (shown++ == max_names) return out + "; … " + counted(list.moved.size() - max_names, "more file");
    out += (out.empty() ? "" : "; ") + std::to_string(moved.count) + " from " + one_line(clipped(groups.first, name_bytes)) +
           " to " + one_line(clipped(groups.second, name_bytes)) +
           (moved.failed == 0 ? "" : ", of which " + std::to_string(moved.failed) + " had failed");
  }
  return out;
}

json::array names_of(const std::vector<parsers::test_id>& ids) {
  std::vector<std::string> names;
  for (const auto& id : ids)
    if (names.size() < max_names) names.push_back(clipped(parsers::full_name(id), name_bytes));
  text_budget budget{names_bytes};
  return json_list(bounded_list(names, budget));
}

}  // namespace

std::string what_next(const parsers::finished_run& run) {
  if (run.scope != parsers::run_scope::failing || parsers::status_of(run) != parsers::run_status::passed) return "";
  const auto* whole = parsers::whole_before(run);
  if (whole == nullptr) return "whole run due: none has come to its end yet; run_tests runs all";
  const auto since = " since run " + std::to_string(whole->id);
  if (!run.changes.edited) return "whole run due: it is not known what has changed" + since;
  if (*run.changes.edited == 0) return "no whole run due: no file has changed" + since;
  return "whole run due: " + counted(*run.changes.edited, "file") + " changed" + since;
}

std::string list_text(const parsers::finished_run& run) {
  const auto& list = run.changes.list;
  const auto& gone = run.changes.gone;
  const auto since = " since run " + std::to_string(list.since > 0 ? list.since : run.changes.gone_since) + ": ";
  const auto line = [&](std::string_view what, std::size_t count) { return std::string{what} + since + std::to_string(count); };
  auto out = names_line(line("gone", gone.size()) + " that failed", gone) +
             names_line(line("gone", list.gone.size()), list.gone);
  if (const auto moves = moves_text(list); !moves.empty()) out += "\nmoved" + since + moves;
  if (list.renamed > 0) out += "\n" + line("renamed", list.renamed) + " parts of tests";
  out += names_line(line("new", list.added.size()), list.added);
  return out.substr(out.empty() ? 0 : 1);
}

std::string changes_text(const parsers::finished_run& run) {
  const auto& changes = run.changes;
  const bool rerun = run.scope == parsers::run_scope::failing;
  const bool nothing = changes.fixed.empty() && changes.skipped.empty() && changes.alone.empty() &&
                       changes.gone.empty() && changes.still == 0 && changes.newly.empty();
  const auto list = list_text(run);
  if (!changes.compared || (nothing && !rerun)) return list;
  return figures(run) + names_line("fixed", changes.fixed) + names_line("skipped", changes.skipped) +
         (list.empty() ? "" : "\n" + list) + names_line(alone_since(changes), changes.alone);
}

void add_changes(json::object& out, const parsers::finished_run& run) {
  const auto& changes = run.changes;
  const auto list = list_text(run);
  if (!changes.compared && list.empty()) return;
  out["changes"] = {{"fixed", changes.fixed.size()},
                    {"still_failing", changes.still},
                    {"new", changes.newly.size()},
                    {"skipped", changes.skipped.size()},
                    {"fixed_names", names_of(changes.fixed)},
                    {"skipped_names", names_of(changes.skipped)}};
  auto& told = out["changes"].as_object();
  if (!changes.gone.empty()) told["gone_names"] = names_of(changes.gone);
  if (!list.empty()) told["list"] = list;
  if (const auto next = what_next(run); !next.empty()) told["next"] = next;
  if (changes.alone.empty()) return;
  told["pass_alone_names"] = names_of(changes.alone);
  told["pass_alone"] = alone_since(changes);
}

// --- its coverage

namespace {

// A part of the suite covers a part of the lines: its figure would read like that of a worse suite. Of no lines there
// is no percentage.
bool is_whole(const parsers::finished_run& run) {
  return run.covered && run.covered->lines.found > 0 && run.scope == parsers::run_scope::whole &&
         !parsers::is_partial(run);
}

bool follows(const parsers::finished_run& run) {
  return run.coverage_follows && run.scope == parsers::run_scope::whole;
}

json::value percent(const parsers::coverage_totals& value) {
  return number_value(parsers::permille(value.lines) / 10.0);
}

}  // namespace

std::string covered_line(const parsers::finished_run& run) {
  if (follows(run))
    return "coverage: being read; run_status {\"run\": " + std::to_string(run.id) + "} has it" +
           (run.results.thresholds.empty() ? "" : ", and says whether its threshold is met");
  if (!is_whole(run)) return "";
  const auto& lines = run.covered->lines;
  const std::string where = run.covered_part.empty() ? "of lines" : "of the lines of " + run.covered_part;
  return "coverage: " + to_text(percent(*run.covered)) + "% " + where + " (" + std::to_string(lines.hit) +
         " of " + std::to_string(lines.found) + ")";
}

void add_covered(json::object& out, const parsers::finished_run& run, bool detail) {
  if (follows(run)) {
    out["coverage"] = {{"follows", true}};
    return;
  }
  if (!is_whole(run)) return;
  json::object covered{{"percent", percent(*run.covered)}};
  if (detail) {
    covered["lines_found"] = run.covered->lines.found;
    covered["lines_hit"] = run.covered->lines.hit;
  }
  if (!run.covered_part.empty()) covered["of"] = run.covered_part;
  out["coverage"] = std::move(covered);
}

}  // namespace covey::protocol
