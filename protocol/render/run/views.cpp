#include "protocol/render/run/views.hpp"
#include "parsers/failures/ended_run.hpp"
#include "parsers/text/utf8.hpp"
#include "protocol/json.hpp"
#include "protocol/render/affected.hpp"
#include "protocol/render/words.hpp"
#include "protocol/render/failures/views.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::protocol {

// --- where its time went

namespace {

using time_part = std::pair<std::string_view, std::int64_t>;

std::int64_t rounded(std::chrono::milliseconds time) {
  return std::chrono::round<std::chrono::seconds>(time).count();
}

std::vector<time_part> parts_of(const parsers::finished_run& run) {
  constexpr std::chrono::seconds worth_telling{10};
  const auto& [before, tests, coverage, built] = run.times;
  std::vector<time_part> out;
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
    return std::to_string(run.known_before - count_not_rerun(run)) + " rerun: " + fixed + " pass, " + rest +
           "; " + (next.empty() ? "run_tests runs all" : next);
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
    out += (out.empty() ? "" : "; ") + std::to_string(moved.count) + " from " +
           one_line(clipped(groups.first, name_bytes)) + " to " +
           one_line(clipped(groups.second, name_bytes)) +
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
  if (run.scope != parsers::run_scope::failing || parsers::status_of(run) != parsers::run_status::passed)
    return "";
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
  const auto since =
      " since run " + std::to_string(list.since > 0 ? list.since : run.changes.gone_since) + ": ";
  const auto line = [&](std::string_view what, std::size_t count) {
    return std::string{what} + since + std::to_string(count);
  };
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

// --- its output

namespace {

// Colour escapes mean nothing to a reader of plain text.
std::string without_colours(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto at = text.find("\x1b[");
    out += text.substr(0, at);
    if (at == std::string_view::npos) break;
    const auto end = text.find_first_not_of("0123456789;:", at + 2);
    const bool colour = end != std::string_view::npos && text[end] == 'm';
    if (!colour) out += text[at];
    text.remove_prefix(colour ? end + 1 : at + 1);
  }
  return out;
}

// The first `bytes`, cut back to a line end if there is one in their second half.
std::string_view first_part(std::string_view text, std::size_t bytes) {
  const auto part = parsers::first_bytes(text, bytes);
  const auto end = part.rfind('\n');
  return end == std::string_view::npos || end < bytes / 2 ? part : part.substr(0, end);
}

std::string_view last_part(std::string_view text, std::size_t bytes) {
  auto part = text.substr(text.size() - std::min(bytes, text.size()));
  const auto end = part.find('\n');
  if (end != std::string_view::npos && end < bytes / 2) return part.substr(end + 1);
  while (!part.empty() && (static_cast<unsigned char>(part.front()) & 0xC0u) == 0x80u) part.remove_prefix(1);
  return part;
}

void add_line(std::string& out, std::string_view text) {
  out += text;
  if (!text.empty() && text.back() != '\n') out += '\n';
}

}  // namespace

std::string shown_stream(const parsers::captured_stream& stream, std::size_t bytes) {
  const auto text = without_colours(stream.text);
  if (text.size() <= bytes) return text;
  const auto head = first_part(text, bytes / 2), tail = last_part(text, bytes / 2);
  const auto total = std::max<std::uint64_t>(stream.total, text.size());
  return std::string{head} + "\n[TRUNCATED] " + std::to_string(total - head.size() - tail.size()) + " of " +
         std::to_string(total) + " bytes left out\n" + std::string{tail};
}

std::string shown_streams(const parsers::captured_stream& out, const parsers::captured_stream& err,
                          std::size_t bytes) {
  const auto for_err =
      std::min(err.text.size(), std::max(bytes / 4, bytes - std::min(bytes, out.text.size())));
  std::string text;
  add_line(text, shown_stream(out, bytes - std::min(bytes, for_err)));
  if (!err.text.empty()) {
    add_line(text, "--- stderr ---");
    add_line(text, shown_stream(err, for_err));
  }
  return text;
}

// --- what it says of the failures

namespace {

using parsers::finished_run;

constexpr std::size_t raw_tokens = 2000;  // up to this size raw output is as short as a summary

bool printed(const finished_run& run, std::string_view text) {
  return !text.empty() &&
         (run.out.text.find(text) != std::string::npos || run.err.text.find(text) != std::string::npos);
}

bool printed_message(const finished_run& run, const parsers::failure& failure) {
  return printed(run, std::string_view{failure.message}.substr(0, failure.message.find('\n')));
}

// Runners print a test's name with different parts before it: all print the last one.
std::string_view last_part(std::string_view name) {
  constexpr std::size_t shortest = 3;            // fewer letters are in any output
  const auto at = name.find_last_of(":/>\xba");  // of "::", "/", " > ", " \u203a "
  if (at == std::string_view::npos || name.size() - at <= shortest) return name;
  name.remove_prefix(at + 1);
  return name.substr(std::min(name.find_first_not_of(' '), name.size()));
}

bool is_complete(const finished_run& run) {
  return !run.out.truncated && !run.err.truncated;
}

bool is_of_test(const parsers::failure& failure) {
  return failure.kind == parsers::failure_kind::assertion || failure.kind == parsers::failure_kind::panic;
}

// Whether the runner itself reported the failure, as far as its output can be searched for it. A runner that
// exits with 0 did not.
bool is_said(const finished_run& run, const parsers::failure& failure) {
  if (parsers::exit_code_of(run) == 0) return false;
  return printed_message(run, failure) ||
         (is_of_test(failure) && (!is_complete(run) || printed(run, last_part(failure.id.name))));
}

// Whether the output says why it failed. covey's own runner of unittest prints nothing; what it holds is what the
// tests print, which may be their names.
bool is_explained(const finished_run& run, const parsers::failure& failure) {
  return !is_of_test(failure) ||
         (failure.message.empty() ? is_said(run, failure) : printed_message(run, failure));
}

}  // namespace

std::vector<std::string> unsaid_failures(const finished_run& run) {
  constexpr std::size_t list_bytes = 4 * 1024, max = 50;
  std::vector<std::string> out;
  text_budget budget{list_bytes};
  std::size_t found = 0;
  for (const auto& failure : run.results.failures) {
    if (is_said(run, failure) || ++found > max) continue;
    auto line = parsers::full_name(failure.id);
    if (!failure.where.file.empty()) line += " (" + place_text(failure.where) + ")";
    line += ": " + failure.message;
    out.push_back(std::string{parsers::to_string(failure.kind)} + ": " + budget.take(one_line(line)));
  }
  if (found > max)
    out.push_back(std::to_string(found - max) + " more failures: last_test_failures lists them");
  return out;
}

bool is_readable(const finished_run& run, std::size_t bytes) {
  const auto& failures = run.results.failures;
  return !run.results.is_protocol && is_complete(run) &&
         run.out.text.size() + run.err.text.size() <= std::min(raw_tokens * token_bytes, bytes / 2) &&
         std::all_of(failures.begin(), failures.end(),
                     [&](const auto& one) { return is_explained(run, one); });
}

// --- its failures

run_failures run_failures_of(const parsers::finished_run& run, const answer_view& view, std::size_t bytes,
                             bool full_names) {
  const auto all = own_failures(run, view.freshness.get());
  const auto prefix = full_names ? std::string{} : common_prefix(all);
  constexpr std::size_t frames = 3;  // last_test_failures has the others
  const failure_style style{view.sources, run.id, prefix, view.detail, frames};
  if (all.size() > handful) return {all.size(), overview_of(run, all, {all, run}, style, bytes), view.detail};
  return {all.size(), list_failures(all, {0, all.size()}, style, bytes), view.detail};
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
  run_view out{
      .run = run, .with = with, .still_failing = still_failing_line(run), .ended_early = early_end(run)};
  // A caller that selects tests knows that they are a part, and is told of the rest where that makes the verdict; a run of all may
  // leave out what one with other settings did not reach.
  if (run.scope != parsers::run_scope::selected || parsers::status_of(run) != parsers::own_status_of(run))
    out.unreached = unreached_line(run, run.scope != parsers::run_scope::failing);
  text_budget names_left{list_bytes}, decisions_left{list_bytes}, commands_left{list_bytes};
  std::vector<std::string> unfinished;
  for (const auto& test : run.results.unfinished) unfinished.push_back(parsers::full_name(test));
  out.unfinished = bounded_list(unfinished, names_left);
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

// Of its own run it comes behind the verdict, else last.
std::string freshness_line_of(const run_view& from, bool is_last) {
  const auto& view = from.with;
  return is_last != view.of_own_run && tells_freshness(view) ? freshness_line(*view.freshness) : "";
}

void add_verdict(std::string& out, const run_view& from) {
  const auto& run = from.run;
  add_line(out, std::string{parsers::to_string(parsers::status_of(run))} + " (" + run.language + ", run " +
                    std::to_string(run.id) + "): " + results_text(run) + " in " + seconds(run.duration));
  add_lines(out, "", from.told);
  add_line(out, freshness_line_of(from, false));
}

std::string exit_line(const run_view& from) {
  const auto freshness = freshness_line_of(from, true);
  return "exit: " + std::to_string(parsers::exit_code_of(from.run)) +
         (freshness.empty() ? "" : "\n" + freshness);
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
  add_verdict(out.after, from);
  add_line(out.after, list_text(from.run));
  add_lines(out.after, "", unsaid_failures(from.run));
  out.after += remarks(from) + detail_lines(from) + exit_line(from);
  return out;
}

lines_around summary_lines(const run_view& from, bool in_place_of_output) {
  lines_around out;
  add_line(out.before, from.still_failing);
  add_verdict(out.before, from);
  add_line(out.before, times_line(from.run));
  add_line(out.before, changes_text(from.run));
  add_line(out.before, history_line(from.run));
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
  add_history(out, run);
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
