#include "protocol/render/run.hpp"
#include "protocol/render/age.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/changes.hpp"
#include "protocol/render/covered.hpp"
#include "protocol/render/freshness.hpp"
#include "protocol/render/lean.hpp"
#include "protocol/render/overview.hpp"
#include "protocol/render/run_failures.hpp"
#include "protocol/render/still_failing.hpp"
#include "protocol/render/streams.hpp"
#include "protocol/visible.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

using parsers::finished_run;

constexpr std::size_t list_bytes = 4 * 1024;  // of names, notes, commands
constexpr std::size_t raw_tokens = 2000;      // up to this size raw output is as short as a summary

void add_line(std::string& out, std::string_view line) {
  out += line;
  if (!line.empty() && line.back() != '\n') out += '\n';
}

std::string processes_line(const finished_run& run) {
  if (run.leaked + run.reparented == 0) return "";
  std::string out =
      std::to_string(run.leaked + run.reparented) + " process(es) outlived the runner and were killed";
  if (run.reparented > 0) out += ", " + std::to_string(run.reparented) + " of them outside its session";
  return out;
}

std::vector<std::string> names(const std::vector<parsers::test_id>& tests) {
  std::vector<std::string> out;
  for (const auto& test : tests) out.push_back(parsers::full_name(test));
  return out;
}

std::string counts_text(const parsers::counts& value) {
  return std::to_string(value.passed) + " passed, " + std::to_string(value.failed) + " failed, " +
         std::to_string(value.skipped) + " skipped, " + std::to_string(value.errors) + " errors";
}

void add_list(std::string& out, std::string_view title, const std::vector<std::string>& texts) {
  text_budget budget{list_bytes};
  for (const auto& text : bounded_list(texts, budget))
    add_line(out, std::string{title} + one_line(text.get_string()));
}

// Only for a rerun, which may pass as a whole; a caller that selects tests knows that they are a part.
std::string unreached_note(const finished_run& run) {
  return run.scope == parsers::run_scope::failing ? unreached_line(run) : "";
}

bool is_green(const finished_run& run) {
  return parsers::status_of(run) == parsers::run_status::passed;
}

// Of selected tests only their own outcome counts, as in the answer's other half.
parsers::run_status told_status(const finished_run& run, const answer_view& view) {
  const bool selected = view.of_own_run && run.scope == parsers::run_scope::selected;
  return selected ? parsers::own_status_of(run) : parsers::status_of(run);
}

// Of a runner that is not read "0 passed" would be no result but a guess.
std::string results_text(const finished_run& run) {
  const auto& totals = run.results.totals;
  if (run.results.structured || totals.tests() > 0) return counts_text(totals);
  return "exit " + std::to_string(parsers::exit_code_of(run)) + ", tests not read by covey" +
         (totals.errors > 0 ? ", " + std::to_string(totals.errors) + " errors" : "");
}

std::string verdict_line(const finished_run& run, const answer_view& view) {
  return std::string{parsers::to_string(told_status(run, view))} + " (" + run.language + ", run " +
         std::to_string(run.id) + "): " + results_text(run) + " in " + seconds(run.duration);
}

std::string not_run_line(const finished_run& run) {
  if (run.results.not_run == 0) return "";
  auto out = "not run: " + std::to_string(run.results.not_run) + " test(s)";
  if (run.results.failures.size() > handful) return out;  // the overview has the suites
  text_budget budget{list_bytes / 4};
  std::string suites;
  for (const auto& suite : bounded_list(unrun_suites(run, ""), budget))
    suites.append(suites.empty() ? "; " : ", ").append(suite.get_string());
  return out + suites;
}

// Remarks on a run besides its failures; in the raw text and in the summary.
std::string remarks(const finished_run& run) {
  std::string out;
  add_line(out, not_run_line(run));
  add_list(out, "not ended: ", names(run.results.unfinished));
  if (const auto line = unreached_note(run); !line.empty()) add_line(out, "note: " + line);
  add_line(out, processes_line(run));
  add_list(out, "note: ", run.notes);
  add_list(out, "note: ", run.results.notes);
  if (run.results.structured && run.results.totals.tests() == 0 && run.results.unfinished.empty())
    add_line(out, run.ending.timed_out
                      ? "no test had begun when the time was over: builds count, too; give a larger `timeout`"
                      : "no tests were run");
  if (!is_green(run) && parsers::exit_code_of(run) == 0)
    add_line(out, "note: the runner exited with 0, and yet this is no pass");
  return out;
}

std::string tree_line(const answer_view& view) {
  return tells_freshness(view) ? freshness_line(*view.tree) : "";
}

std::string exit_line(const finished_run& run, const answer_view& view) {
  const auto line = "exit: " + std::to_string(parsers::exit_code_of(run));
  return view.of_own_run || tree_line(view).empty() ? line : line + "\n" + tree_line(view);
}

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

// Failures that covey found but the runner did not print, one line each.
std::string unsaid_failures(const finished_run& run) {
  std::string out;
  text_budget budget{list_bytes};
  std::size_t found = 0;
  constexpr std::size_t most = 50;
  for (const auto& failure : run.results.failures) {
    if (is_said(run, failure)) continue;
    if (++found > most) continue;
    auto line = parsers::full_name(failure.id);
    if (!failure.where.file.empty()) line += " (" + place_text(failure.where) + ")";
    line += ": " + failure.message;
    add_line(out, std::string{parsers::to_string(failure.kind)} + ": " + budget.take(one_line(line)));
  }
  if (found > most)
    add_line(out, std::to_string(found - most) + " more failures: last_test_failures lists them");
  return out;
}

// "python: python3.11 -m pytest (pyproject.toml)" per decision, then the commands.
std::string detail_text(const finished_run& run, const answer_view& view) {
  if (!view.detail) return "";
  std::string out;
  add_line(out, "root: " + run.root);
  text_budget budget{list_bytes};
  for (const auto& one : run.decisions)
    add_line(out, budget.take(one_line(one.part + ": " + one.chosen +
                                       (one.why.empty() ? "" : " (" + one.why + ")"))));
  for (const auto& argv : run.commands) {
    std::string line = "command:";
    for (const auto& word : argv) line += " " + word;
    add_line(out, budget.take(one_line(line)));
  }
  return out;
}

std::string raw_text(const finished_run& run, const answer_view& view) {
  std::string head, tail;
  add_line(head, still_failing_line(run));
  add_line(tail, early_end(run));
  add_line(tail, verdict_line(run, view));
  if (view.of_own_run) add_line(tail, tree_line(view));
  tail += unsaid_failures(run) + remarks(run) + detail_text(run, view) + exit_line(run, view);
  const auto said = head.size() + tail.size();
  return head + shown_streams(run.out, run.err, view.bytes - std::min(view.bytes, said)) + tail;
}

std::string summary_text(const finished_run& run, const answer_view& view) {
  std::string head, tail;
  add_line(head, still_failing_line(run));
  add_line(head, verdict_line(run, view));
  if (view.of_own_run) add_line(head, tree_line(view));
  add_line(head, changes_text(run));
  add_line(head, covered_line(run));
  tail = remarks(run) + detail_text(run, view);
  add_line(tail, early_end(run));
  tail += exit_line(run, view);
  const auto said = head.size() + tail.size();
  return head + run_failures_text(run, view, view.bytes - std::min(view.bytes, said)) + tail;
}

// The raw output is displayed if it is for people, short and complete, and tells why tests failed.
bool is_readable(const finished_run& run, std::size_t bytes) {
  const auto& failures = run.results.failures;
  return !run.results.is_protocol && is_complete(run) &&
         run.out.text.size() + run.err.text.size() <= std::min(raw_tokens * token_bytes, bytes / 2) &&
         std::all_of(failures.begin(), failures.end(),
                     [&](const auto& one) { return is_explained(run, one); });
}

}  // namespace

std::string run_text(const finished_run& run, run_output output, const answer_view& view) {
  const bool raw =
      output == run_output::raw || (output == run_output::automatic && is_readable(run, view.bytes));
  if (raw) return raw_text(run, view);
  auto text = summary_text(run, view);
  const auto bytes = run.out.total + run.err.total;
  if (output == run_output::summary || is_green(run) || run.results.is_protocol || bytes == 0) return text;
  const auto exit = text.rfind("exit: ");
  return text.insert(exit,
                     "(the runner printed " + std::to_string(bytes) + " bytes: output \"raw\" shows them)\n");
}

namespace {

json::array commands(const finished_run& run) {
  text_budget budget{list_bytes};
  json::array out;
  for (const auto& argv : run.commands) {
    if (budget.left() == 0) break;
    out.emplace_back(bounded_list(argv, budget));
  }
  return out;
}

json::array decisions(const finished_run& run) {
  text_budget budget{list_bytes};
  json::array out;
  for (const auto& decision : run.decisions)
    out.emplace_back(json::object{{"part", budget.take(decision.part)},
                                  {"chosen", budget.take(decision.chosen)},
                                  {"why", budget.take(decision.why)}});
  return out;
}

json::array notes(const finished_run& run) {
  text_budget budget{list_bytes};
  auto out = bounded_list(run.notes, budget);
  for (auto& note : bounded_list(run.results.notes, budget)) out.emplace_back(std::move(note));
  if (auto line = unreached_note(run); !line.empty()) out.emplace_back(std::move(line));
  return out;
}

json::array pids(const std::vector<parsers::survivor>& processes) {
  json::array out;
  for (const auto& one : processes) out.emplace_back(one.pid);
  return out;
}

// What the text says as well or better, or what is seldom wanted, comes with `detail` only.
void make_lean(json::object& out, const finished_run& run) {
  for (const auto* member : {"root", "choices", "commands", "duration_ms"}) out.erase(member);
  if (run.ending.timed_out || run.ending.cancelled) out.erase("ended_early");
  drop_empty(out, {"exit_code", "percent", "stale", "age_s"});
}

json::object structured(const finished_run& run, const answer_view& view) {
  const auto& totals = run.results.totals;
  text_budget budget{list_bytes};
  json::object out;
  add_still_failing(out, run);
  out["run_id"] = run.id;
  out["status"] = parsers::to_string(parsers::status_of(run));
  out["language"] = run.language;
  out["root"] = run.root;
  out["choices"] = decisions(run);
  out["commands"] = commands(run);
  out["counts"] = {{"passed", totals.passed},
                   {"failed", totals.failed},
                   {"skipped", totals.skipped},
                   {"errors", totals.errors}};
  out["duration_ms"] = run.duration.count();
  out["exit_code"] = parsers::exit_code_of(run);
  out["timed_out"] = run.ending.timed_out;
  out["cancelled"] = run.ending.cancelled;
  out["truncated"] = {{"stdout", run.out.truncated}, {"stderr", run.err.truncated}};
  add_changes(out, run);
  out["unfinished"] = bounded_list(names(run.results.unfinished), budget);
  out["not_run"] = run.results.not_run;
  out["leaked"] = run.leaked;
  out["escaped"] = run.reparented;
  out["notes"] = notes(run);
  add_covered(out, run, view.detail);
  if (!run.survivors.empty()) out["could_not_be_ended"] = pids(run.survivors);
  if (const auto end = early_end(run); !end.empty()) out["ended_early"] = end;
  if (!view.detail) make_lean(out, run);
  if (tells_freshness(view)) out["freshness"] = freshness_object(*view.tree);
  const auto room = view.bytes - std::min(view.bytes, to_text(out).size());
  for (auto& member : run_failures(run, view, room)) out[member.key()] = std::move(member.value());
  return out;
}

}  // namespace

const char* const run_schema =
    R"({"type":"object","required":["status"],"properties":{"status":{"type":"string"},)"
    R"("run_id":{"type":"integer"},"counts":{"type":"object"},"failures":{"type":"array"}}})";

tool_answer render_run(const finished_run& run, run_output output, const answer_view& view) {
  return {run_text(run, output, view), structured(run, view), could_not_run(run)};
}

}  // namespace covey::protocol
