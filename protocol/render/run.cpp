#include "protocol/render/run.hpp"
#include "protocol/render/age.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/failure.hpp"
#include "protocol/render/still_failing.hpp"
#include "protocol/visible.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

using parsers::finished_run;

constexpr std::size_t shown_failures = 50;
constexpr std::size_t failure_bytes = 60 * 1024;
constexpr std::size_t list_bytes = 16 * 1024;

failure_span shown(const finished_run& run) {
  const failure_span all{run.results.failures};
  return all.first(std::min(all.size(), shown_failures));
}

std::size_t left_out(const finished_run& run) {
  return run.results.failures.size() - shown(run).size();
}

double percent(const parsers::coverage_totals& value) {
  return parsers::permille(value.lines) / 10.0;
}

void add_line(std::string& out, std::string_view line) {
  out += line;
  if (!line.empty() && line.back() != '\n') out += '\n';
}

std::string processes_line(const finished_run& run) {
  if (run.leaked + run.escaped == 0) return "";
  std::string out =
      std::to_string(run.leaked + run.escaped) + " process(es) outlived the runner and were killed";
  if (run.escaped > 0) out += ", " + std::to_string(run.escaped) + " of them outside its session";
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

// Of a rerun alone: it may be green, and who picks tests knows that they are a part.
std::string unreached_note(const finished_run& run) {
  return run.scope == parsers::run_scope::failing ? unreached_line(run) : "";
}

bool is_green(const finished_run& run) {
  return parsers::status_of(run) == parsers::run_status::passed;
}

std::string verdict_line(const finished_run& run) {
  return std::string{parsers::to_string(parsers::status_of(run))} + " (" + run.language + ", run " +
         std::to_string(run.id) + "): " + counts_text(run.results.totals) + " in " + seconds(run.duration);
}

// What both texts say of a run beside its failures.
std::string remarks(const finished_run& run) {
  std::string out;
  if (run.results.not_run > 0) add_line(out, "not run: " + std::to_string(run.results.not_run) + " test(s)");
  add_list(out, "not ended: ", names(run.results.unfinished));
  if (const auto line = unreached_note(run); !line.empty()) add_line(out, "note: " + line);
  add_line(out, processes_line(run));
  add_list(out, "note: ", run.notes);
  add_list(out, "note: ", run.results.notes);
  if (!run.results.structured)
    add_line(out, "this runner's output cannot be read: counts and failures are not known");
  else if (run.results.totals.tests() == 0 && run.results.unfinished.empty())
    add_line(out, "no tests were run");
  if (!is_green(run) && parsers::exit_code_of(run) == 0)
    add_line(out, "note: the runner exited with 0, and yet this is no pass");
  return out;
}

std::string exit_line(const finished_run& run) {
  return "exit: " + std::to_string(parsers::exit_code_of(run));
}

// The runner has said so itself, as far as its words can be found again. One that exits with 0 has not.
bool is_said(const finished_run& run, const parsers::failure& failure) {
  if (parsers::exit_code_of(run) == 0) return false;
  if (failure.kind == parsers::failure_kind::assertion || failure.kind == parsers::failure_kind::panic)
    return true;
  const auto line = std::string_view{failure.message}.substr(0, failure.message.find('\n'));
  const auto holds = [&](const parsers::captured_stream& stream) {
    return stream.text.find(line) != std::string::npos;
  };
  return !line.empty() && (holds(run.out) || holds(run.err));
}

// Failures that covey found beyond what the runner printed, in a line each.
std::string unsaid_failures(const finished_run& run) {
  std::string out;
  text_budget budget{list_bytes};
  for (const auto& failure : shown(run)) {
    if (is_said(run, failure)) continue;
    auto line = parsers::full_name(failure.id);
    if (!failure.where.file.empty()) line += " (" + place_text(failure.where) + ")";
    line += ": " + failure.message;
    add_line(out, std::string{parsers::to_string(failure.kind)} + ": " + budget.take(one_line(line)));
  }
  if (left_out(run) > 0)
    add_line(out, std::to_string(left_out(run)) + " more failures: last_test_failures lists them");
  return out;
}

std::string raw_text(const finished_run& run) {
  std::string out;
  add_line(out, still_failing_line(run));
  add_line(out, run.out.text);
  if (!run.err.text.empty()) {
    add_line(out, "--- stderr ---");
    add_line(out, run.err.text);
  }
  add_line(out, early_end(run));
  add_line(out, verdict_line(run));
  return out + unsaid_failures(run) + remarks(run) + exit_line(run);
}

std::string summary_text(const finished_run& run) {
  std::string out;
  add_line(out, still_failing_line(run));
  add_line(out, verdict_line(run));
  if (run.covered)
    out += "coverage: " + to_text(number_value(percent(*run.covered))) + "% of lines (" +
           std::to_string(run.covered->lines.hit) + " of " + std::to_string(run.covered->lines.found) + ")\n";
  if (const auto& failures = run.results.failures; !failures.empty()) {
    out += "\n" + std::to_string(failures.size()) + " test failure(s):\n\n" +
           failure_blocks(shown(run), failure_bytes);
    if (left_out(run) > 0)
      out +=
          "(" + std::to_string(left_out(run)) + " more failures left out; last_test_failures lists them)\n";
  }
  out += remarks(run);
  add_line(out, early_end(run));
  return out + exit_line(run);
}

json::array commands(const finished_run& run) {
  text_budget budget{list_bytes};
  json::array out;
  for (const auto& argv : run.commands) {
    if (budget.left() == 0) break;
    out.emplace_back(bounded_list(argv, budget));
  }
  return out;
}

json::array choices(const finished_run& run) {
  text_budget budget{list_bytes};
  json::array out;
  for (const auto& choice : run.choices)
    out.emplace_back(json::object{{"part", budget.take(choice.part)},
                                  {"chosen", budget.take(choice.chosen)},
                                  {"why", budget.take(choice.why)}});
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

json::object structured(const finished_run& run) {
  const auto& totals = run.results.totals;
  text_budget budget{list_bytes};
  json::object out;
  add_still_failing(out, run);
  out["run_id"] = run.id;
  out["status"] = parsers::to_string(parsers::status_of(run));
  out["language"] = run.language;
  out["root"] = run.root;
  out["choices"] = choices(run);
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
  out["failures"] = failures_json(shown(run), failure_bytes);
  out["failures_left_out"] = left_out(run);
  out["unfinished"] = bounded_list(names(run.results.unfinished), budget);
  out["not_run"] = run.results.not_run;
  out["leaked"] = run.leaked;
  out["escaped"] = run.escaped;
  out["notes"] = notes(run);
  if (run.covered)
    out["coverage"] = {{"percent", number_value(percent(*run.covered))},
                       {"lines_found", run.covered->lines.found},
                       {"lines_hit", run.covered->lines.hit}};
  if (!run.survivors.empty()) out["could_not_be_ended"] = pids(run.survivors);
  if (auto end = early_end(run); !end.empty()) out["ended_early"] = std::move(end);
  return out;
}

}  // namespace

const char* const run_schema =
    R"({"type":"object","required":["status"],"properties":{)"
    R"("status":{"type":"string","enum":["passed","failed","no_tests","timed_out","cancelled","crashed",)"
    R"("no_run","nothing_to_rerun"]},)"
    R"("still_failing":{"type":"string","description":"earlier failures that this run did not judge"},)"
    R"("not_rerun":{"type":"integer"},"run_id":{"type":"integer"},"language":{"type":"string"},)"
    R"("root":{"type":"string"},"choices":{"type":"array","items":{"type":"object"}},)"
    R"("commands":{"type":"array","items":{"type":"array","items":{"type":"string"}}},)"
    R"("counts":{"type":"object","additionalProperties":{"type":"integer"},)"
    R"("description":"passed, failed, skipped; errors are of packages and files"},)"
    R"("duration_ms":{"type":"integer"},)"
    R"("exit_code":{"type":"integer","description":"124 after a timeout, 128 + n after signal n"},)"
    R"("timed_out":{"type":"boolean"},"cancelled":{"type":"boolean"},)"
    R"("truncated":{"type":"object","additionalProperties":{"type":"boolean"}},)"
    R"("failures":{"type":"array","items":{"type":"object"},"description":"as in last_test_failures"},)"
    R"("failures_left_out":{"type":"integer"},"unfinished":{"type":"array","items":{"type":"string"}},)"
    R"("not_run":{"type":"integer","description":"known tests that never began"},)"
    R"("coverage":{"type":"object","additionalProperties":{"type":"number"}},)"
    R"("leaked":{"type":"integer","description":"processes that were ended after the run"},)"
    R"("escaped":{"type":"integer"},)"
    R"("could_not_be_ended":{"type":"array","items":{"type":"integer"},"description":"pids still alive"},)"
    R"("ended_early":{"type":"string"},)"
    R"("notes":{"type":"array","items":{"type":"string"}}}})";

tool_answer render_run(const finished_run& run, run_output output) {
  return {output == run_output::raw ? raw_text(run) : summary_text(run), structured(run), could_not_run(run)};
}

}  // namespace covey::protocol
