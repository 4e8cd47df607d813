// A run that has ended: its view, as lines, and as members.
#include "protocol/render/run/views.hpp"
#include "protocol/json.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/failures/views.hpp"
#include "protocol/render/freshness.hpp"
#include "protocol/render/words.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <functional>

namespace covey::protocol {

// --- its failures

run_failures run_failures_of(const parsers::finished_run& run, const answer_view& view, std::size_t bytes,
                             bool full_names) {
  const auto all = own_failures(run, view.freshness.get());
  const auto prefix = full_names ? std::string{} : common_prefix(all);
  constexpr std::size_t frames = 3;  // last_test_failures has the others
  const failure_style style{view.sources, run.id, prefix, view.detail, frames};
  run_failures out{.all = all.size(), .shown = {}, .detail = view.detail};
  if (all.size() > handful)
    out.shown = overview_of(run, all, {all, run}, style, bytes);
  else
    out.shown = list_failures(all, {0, all.size()}, style, bytes);
  return out;
}

std::string text_of(const run_failures& from) {
  if (from.all == 0) return "";
  if (const auto* many = std::get_if<overview>(&from.shown)) return "\n" + text_of(*many);
  const auto& few = std::get<failure_list>(from.shown);
  return "\n" + std::to_string(from.all) + " test failure(s)" + prefix_remark(few.prefix) + ":\n\n" +
         text_of(few);
}

json::object object_of(const run_failures& from) {
  json::object out;
  if (const auto* many = std::get_if<overview>(&from.shown))
    add_overview(out, *many);
  else
    add_failures(out, std::get<failure_list>(from.shown));
  out["failures_left_out"] = from.all - out["failures"].as_array().size();
  if (!from.detail) drop_empty(out);
  return out;
}

// --- all of it

namespace {

constexpr std::size_t list_bytes = 4 * 1024;  // of names, notes, commands

std::vector<std::string> names(const std::vector<parsers::test_id>& tests) {
  std::vector<std::string> out;
  for (const auto& test : tests) out.push_back(parsers::full_name(test));
  return out;
}

std::vector<std::string> slowest_tests(const parsers::finished_run& run) {
  constexpr std::size_t max_slowest = 10;
  std::vector<const parsers::test_record*> tests;
  for (const auto& test : run.results.tests)
    if (test.duration.count() > 0) tests.push_back(&test);
  const auto shown = std::min(max_slowest, tests.size());
  std::ranges::partial_sort(tests, tests.begin() + static_cast<std::ptrdiff_t>(shown), std::greater{},
                            [](const auto* one) { return one->duration; });
  std::vector<std::string> out;
  for (std::size_t i = 0; i < shown; ++i)
    out.push_back(seconds(tests[i]->duration) + " " + parsers::full_name(tests[i]->id));
  return out;
}

}  // namespace

run_view run_view_of(const parsers::finished_run& run, const answer_view& with) {
  run_view out{.run = run,
               .with = with,
               .still_failing = still_failing_line(run),
               .ended_early = early_end(run),
               .unreached = {},
               .unfinished = {},
               .notes = {},
               .decisions = {},
               .commands = {}};
  // A caller that selects tests knows that they are a part, and is told of the rest where that makes the verdict; a run of all may
  // leave out what one with other settings did not reach.
  if (run.scope != parsers::run_scope::selected || parsers::status_of(run) != parsers::own_status_of(run))
    out.unreached = unreached_line(run, run.scope != parsers::run_scope::failing);
  text_budget names_left{list_bytes}, decisions_left{list_bytes}, commands_left{list_bytes};
  out.unfinished = bounded_list(names(run.results.unfinished), names_left);
  // A budget each: what a command printed must not cost the notes on results.
  for (const auto* some : {&run.notes, &run.results.notes}) {
    text_budget left{list_bytes};
    for (auto& note : bounded_list(*some, left))  // each process of a run may say the same
      if (std::find(out.notes.begin(), out.notes.end(), note) == out.notes.end())
        out.notes.push_back(std::move(note));
  }
  if (!with.detail) return out;
  text_budget slowest_left{list_bytes};
  out.slowest = bounded_list(slowest_tests(run), slowest_left);
  const auto cut = [&](const std::string& text) { return decisions_left.take(text); };
  for (const auto& one : run.decisions)
    out.decisions.push_back({cut(one.part), cut(one.chosen), cut(one.why)});
  for (const auto& argv : run.commands)
    if (commands_left.left() > 0) out.commands.push_back(bounded_list(argv, commands_left));
  return out;
}

// --- as lines

namespace {

using parsers::finished_run;

void add_line(std::string& out, std::string_view line) {
  out += line;
  if (!line.empty() && line.back() != '\n') out += '\n';
}

void add_lines(std::string& out, std::string_view title, const std::vector<std::string>& texts) {
  for (const auto& text : texts) add_line(out, std::string{title} + one_line(text));
}

std::string processes_line(const finished_run& run) {
  if (run.leaked + run.reparented == 0) return "";
  std::string out =
      std::to_string(run.leaked + run.reparented) + " process(es) outlived the runner and were killed";
  if (run.reparented > 0) out += ", " + std::to_string(run.reparented) + " of them outside its session";
  return out;
}

bool is_green(const finished_run& run) {
  return parsers::status_of(run) == parsers::run_status::passed;
}

// Of a runner that is not read "0 passed" would be no result but a guess.
std::string results_text(const finished_run& run) {
  const auto& totals = run.results.totals;
  if (run.results.structured || totals.tests() > 0) return counts_text(totals);
  return "exit " + std::to_string(parsers::exit_code_of(run)) + ", tests not read by covey" +
         (totals.errors > 0 ? ", " + std::to_string(totals.errors) + " errors" : "");
}

std::string verdict_line(const finished_run& run) {
  return std::string{parsers::to_string(parsers::status_of(run))} + " (" + run.language + ", run " +
         std::to_string(run.id) + "): " + results_text(run) + " in " + seconds(run.duration);
}

std::string not_run_line(const finished_run& run) {
  if (run.results.not_run == 0) return "";
  auto out = "not run: " + std::to_string(run.results.not_run) + " test(s)";
  if (run.results.failures.size() > handful) return out;  // the overview has the suites
  constexpr std::size_t suites_bytes = 1024;
  text_budget budget{suites_bytes};
  std::string suites;
  for (const auto& suite : bounded_list(unrun_suites(run, ""), budget))
    suites.append(suites.empty() ? "; " : ", ").append(suite);
  return out + suites;
}

// Remarks on a run besides its failures; beside its output and in the summary.
std::string remarks(const run_view& from) {
  const auto& run = from.run;
  std::string out;
  add_line(out, not_run_line(run));
  add_lines(out, "not ended: ", from.unfinished);
  if (!from.unreached.empty()) add_line(out, "note: " + from.unreached);
  add_line(out, processes_line(run));
  add_lines(out, "", run.unmet);
  add_lines(out, "note: ", from.notes);
  if (run.results.structured && run.results.totals.tests() == 0 && run.results.unfinished.empty())
    add_line(out, run.ending.timed_out
                      ? "no test had begun when the time was over: builds count, too; give a larger `timeout`"
                      : "no tests were run");
  if (!is_green(run) && parsers::exit_code_of(run) == 0 && from.still_failing.empty())
    add_line(out, "note: the runner exited with 0, and yet this is no pass");
  return out;
}

std::string freshness_line_of(const answer_view& view) {
  return tells_freshness(view) ? freshness_line(*view.freshness) : "";
}

std::string exit_line(const run_view& from) {
  const auto line = "exit: " + std::to_string(parsers::exit_code_of(from.run));
  const auto freshness = freshness_line_of(from.with);
  return from.with.of_own_run || freshness.empty() ? line : line + "\n" + freshness;
}

std::string detail_lines(const run_view& from) {
  if (!from.with.detail) return "";
  std::string out;
  add_lines(out, "slow: ", from.slowest);
  if (from.run.results.warnings > 0) add_line(out, "warnings: " + std::to_string(from.run.results.warnings));
  add_line(out, "root: " + from.run.root);
  for (const auto& one : from.decisions)
    add_line(out, one_line(one.part + ": " + one.chosen + (one.why.empty() ? "" : " (" + one.why + ")")));
  for (const auto& argv : from.commands) {
    std::string line = "command:";
    for (const auto& word : argv) line += " " + word;
    add_line(out, one_line(line));
  }
  return out;
}

// What only the raw output would show.
std::string output_line(const run_view& from, bool was_wanted) {
  const auto bytes = from.run.out.total + from.run.err.total;
  if (!was_wanted || is_green(from.run) || from.run.results.is_protocol || bytes == 0) return "";
  return "(the runner printed " + std::to_string(bytes) + " bytes: output \"raw\" shows them)";
}

}  // namespace

lines_around lines_around_output(const run_view& from) {
  lines_around out;
  add_line(out.before, from.still_failing);
  add_line(out.after, from.ended_early);
  add_line(out.after, verdict_line(from.run));
  add_lines(out.after, "", from.told);
  if (from.with.of_own_run) add_line(out.after, freshness_line_of(from.with));
  add_line(out.after, list_text(from.run));
  add_lines(out.after, "", unsaid_failures(from.run));
  out.after += remarks(from) + detail_lines(from) + exit_line(from);
  return out;
}

lines_around summary_lines(const run_view& from, bool in_place_of_output) {
  lines_around out;
  add_line(out.before, from.still_failing);
  add_line(out.before, verdict_line(from.run));
  add_lines(out.before, "", from.told);
  if (from.with.of_own_run) add_line(out.before, freshness_line_of(from.with));
  add_line(out.before, times_line(from.run));
  add_line(out.before, changes_text(from.run));
  add_line(out.before, covered_line(from.run));
  out.after = remarks(from) + detail_lines(from);
  add_line(out.after, from.ended_early);
  add_line(out.after, output_line(from, in_place_of_output));
  out.after += exit_line(from);
  return out;
}

// --- as members

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
  json::object out;
  add_still_failing(out, run);
  out["run_id"] = run.id;
  out["status"] = parsers::to_string(parsers::status_of(run));
  out["language"] = run.language;
  out["root"] = run.root;
  out["choices"] = decisions(from);
  out["commands"] = commands(from);
  out["counts"] = counts_object(run.results.totals);
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
