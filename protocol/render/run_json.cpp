// A run that has ended, as members.
#include "protocol/render/changes.hpp"
#include "protocol/render/covered.hpp"
#include "protocol/render/freshness.hpp"
#include "protocol/render/lean.hpp"
#include "protocol/render/run_times.hpp"
#include "protocol/render/run_view.hpp"
#include "protocol/render/still_failing.hpp"

namespace covey::protocol {
namespace {

json::array commands(const run_view& from) {
  json::array out;
  for (const auto& argv : from.commands) out.emplace_back(json_list(argv));
  return out;
}

json::array decisions(const run_view& from) {
  json::array out;
  for (const auto& one : from.decisions)
    out.emplace_back(json::object{{"part", one.part}, {"chosen", one.chosen}, {"why", one.why}});
  return out;
}

json::array pids(const std::vector<parsers::survivor>& processes) {
  json::array out;
  for (const auto& one : processes) out.emplace_back(one.pid);
  return out;
}

// What the text says as well or better, or what is seldom wanted, comes with `detail` only.
void make_lean(json::object& out, const parsers::finished_run& run) {
  for (const auto* member : {"root", "choices", "commands", "duration_ms"}) out.erase(member);
  if (run.ending.timed_out || run.ending.cancelled) out.erase("ended_early");
  drop_empty(out, {"exit_code", "percent", "stale", "age_s"});
}

}  // namespace

json::object members_of(const run_view& from) {
  const auto& run = from.run;
  const auto& totals = run.results.totals;
  json::object out;
  add_still_failing(out, run);
  out["run_id"] = run.id;
  out["status"] = parsers::to_string(parsers::status_of(run));
  out["language"] = run.language;
  out["root"] = run.root;
  out["choices"] = decisions(from);
  out["commands"] = commands(from);
  out["counts"] = {{"passed", totals.passed},
                   {"failed", totals.failed},
                   {"skipped", totals.skipped},
                   {"errors", totals.errors}};
  out["duration_ms"] = run.duration.count();
  out["exit_code"] = parsers::exit_code_of(run);
  out["timed_out"] = run.ending.timed_out;
  out["cancelled"] = run.ending.cancelled;
  out["truncated"] = {{"stdout", run.out.truncated}, {"stderr", run.err.truncated}};
  add_times(out, run);
  add_changes(out, run);
  out["unfinished"] = json_list(from.unfinished);
  out["not_run"] = run.results.not_run;
  out["leaked"] = run.leaked;
  out["escaped"] = run.reparented;
  out["notes"] = json_list(from.notes);
  for (const auto& text : run.unmet) out["notes"].as_array().emplace_back(text);
  if (!from.unreached.empty()) out["notes"].as_array().emplace_back(from.unreached);
  add_covered(out, run, from.with.detail);
  if (!from.slowest.empty()) out["slowest"] = json_list(from.slowest);
  if (from.with.detail && run.results.warnings > 0) out["warnings"] = run.results.warnings;
  if (!run.survivors.empty()) out["could_not_be_ended"] = pids(run.survivors);
  if (!from.ended_early.empty()) out["ended_early"] = from.ended_early;
  if (!from.with.detail) make_lean(out, run);
  if (tells_freshness(from.with)) out["freshness"] = freshness_object(*from.with.freshness);
  return out;
}

}  // namespace covey::protocol
