// A run that has ended, as lines.
#include "protocol/render/age.hpp"
#include "protocol/render/changes.hpp"
#include "protocol/render/covered.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/freshness.hpp"
#include "protocol/render/overview.hpp"
#include "protocol/render/run_said.hpp"
#include "protocol/render/run_times.hpp"
#include "protocol/render/run_view.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"

namespace covey::protocol {
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

std::string counts_text(const parsers::counts& value) {
  return std::to_string(value.passed) + " passed, " + std::to_string(value.failed) + " failed, " +
         std::to_string(value.skipped) + " skipped, " + std::to_string(value.errors) + " errors";
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

}  // namespace covey::protocol
