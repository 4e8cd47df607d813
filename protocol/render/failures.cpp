#include "protocol/render/failures.hpp"
#include "protocol/render/age.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/failure.hpp"
#include "protocol/render/still_failing.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

using parsers::finished_run;
using parsers::run_status;

// Together below a sixth of the 8 MiB that a line may have: a byte can need six as an escape.
constexpr std::size_t text_bytes = 384 * 1024;
constexpr std::size_t structured_bytes = 768 * 1024;

tool_answer without_run(std::string_view language, std::chrono::milliseconds age) {
  json::object structured{{"status", "no_run"}, {"total", 0}, {"shown", 0}, {"failures", json::array{}}};
  if (language.empty()) return {"no run_tests call yet in this session", std::move(structured), false};
  structured["status"] = "unsupported";
  structured["language"] = language;
  structured["age_seconds"] = age_seconds(age);
  return {
      "no structured failures available for " + std::string{language} + " (last run_tests " + ago(age) + ")",
      std::move(structured), false};
}

// What must not be read past: the list may be incomplete.
std::string note(const finished_run& run) {
  if (early_end(run).empty()) {
    const auto missing = run.results.not_run;
    return missing == 0 ? "" : std::to_string(missing) + " test(s) of that run never began";
  }
  const auto open = run.results.unfinished.size();
  return "that run did not come to its end: " + early_end(run) +
         (open > 0 ? "; " + std::to_string(open) + " test(s) had begun and not ended" : "");
}

std::string listing(const finished_run& run, found_span failures, std::size_t shown,
                    std::chrono::milliseconds age) {
  const auto earlier = run.still_failing.size();
  std::string out = std::to_string(failures.size() - earlier) +
                    " test failure(s) from last run_tests call (" + run.language + ", " + ago(age) + ")";
  if (earlier > 0) out += ", " + std::to_string(earlier) + " from earlier runs";
  out += ":\n\n" + failure_blocks(failures.first(shown), run.id, text_bytes);
  if (shown < failures.size())
    out += "(" + std::to_string(failures.size() - shown) +
           " more entries truncated; pass a larger limit to see them)\n";
  return out;
}

// Of a run without failures. One that was cut short has not shown that there are none.
std::string headline(const finished_run& run, std::chrono::milliseconds age) {
  const std::string when = run.language + ", " + ago(age) + ")";
  const auto passed = std::to_string(run.results.totals.passed) + " tests passed";
  if (!run.unreached.empty() && parsers::own_status_of(run) == run_status::passed)
    return "nothing is known to fail (" + passed + " in the last run, " + when;
  switch (parsers::own_status_of(run)) {
    case run_status::passed:
      return "last run_tests had no failures (" + passed + ", " + when;
    case run_status::no_tests:
      return "last run_tests ran no tests (" + when;
    case run_status::failed:
      if (run.results.not_run > 0)
        return "last run_tests left " + std::to_string(run.results.not_run) + " test(s) out (" + passed +
               ", " + when;
      return "last run_tests failed and named no failure (" + when;
    case run_status::timed_out:
    case run_status::cancelled:
    case run_status::crashed:
      break;
  }
  return "last run_tests did not come to its end: " + early_end(run) + " (until then " + passed +
         " and none failed, " + when;
}

// Beside a headline that says it.
std::string note_of_no_failures(const finished_run& run) {
  const auto open = run.results.unfinished.size();
  if (open > 0) return std::to_string(open) + " test(s) had begun and not ended";
  if (parsers::own_status_of(run) == run_status::failed && run.results.not_run == 0)
    return run.language + " exited with " + std::to_string(parsers::exit_code_of(run)) +
           " but named no failure; what it printed is in the answer of that run";
  return "";
}

}  // namespace

const char* const failures_schema =
    R"({"type":"object","required":["status","total","shown","failures"],"properties":{)"
    R"("status":{"type":"string","enum":["passed","failed","no_tests","timed_out","cancelled","crashed",)"
    R"("no_run","unsupported"]},)"
    R"("still_failing":{"type":"string","description":"failures of earlier runs that were not rerun"},)"
    R"("not_rerun":{"type":"integer"},"language":{"type":"string"},"run_id":{"type":"integer"},)"
    R"("age_seconds":{"type":"integer","description":"since that run ended"},)"
    R"("passed":{"type":"integer"},)"
    R"("not_run":{"type":"integer","description":"known tests that never began"},)"
    R"("total":{"type":"integer","description":"all that is known to fail"},"shown":{"type":"integer"},)"
    R"("failures":{"type":"array","items":{"type":"object","required":["name","kind"],"properties":{)"
    R"("name":{"type":"string","description":"group/test, or the group where it failed as a whole"},)"
    R"("group":{"type":"string"},"test":{"type":"string"},)"
    R"("kind":{"type":"string","enum":["assertion","panic","crash","timeout","error"]},)"
    R"("file":{"type":"string"},"line":{"type":"integer"},)"
    R"("raised_at":{"type":"string","description":"path:line of the cause, if that is elsewhere"},)"
    R"("message":{"type":"string"}},)"
    R"("description":"also expected and actual, or left and right; diff, output, also_failed, found_in_run"}},)"
    R"("note":{"type":"string","description":"why the list may be incomplete"}}})";

tool_answer render_failures(const parsers::finished_run* run, std::string_view language, std::size_t limit,
                            std::chrono::milliseconds age) {
  if (run == nullptr) return without_run(language, age);
  if (!run->results.structured) return without_run(run->language, age);
  const auto failures = all_failures(*run);
  const auto shown = std::min(limit, failures.size());
  tool_answer out;
  if (auto line = still_failing_line(*run); !line.empty()) out.text = line + "\n\n";
  out.text += failures.empty() ? headline(*run, age) : listing(*run, failures, shown, age);
  add_still_failing(out.structured, *run);
  out.structured["status"] = parsers::to_string(parsers::status_of(*run));
  out.structured["language"] = run->language;
  out.structured["run_id"] = run->id;
  out.structured["age_seconds"] = age_seconds(age);
  out.structured["passed"] = run->results.totals.passed;
  out.structured["total"] = failures.size();
  out.structured["shown"] = shown;
  if (run->results.not_run > 0) out.structured["not_run"] = run->results.not_run;
  out.structured["failures"] = failures_json(found_span{failures}.first(shown), run->id, structured_bytes);
  auto text = failures.empty() ? note_of_no_failures(*run) : note(*run);
  if (text.empty()) text = unreached_line(*run);
  if (!text.empty()) {
    out.text += (failures.empty() ? "\nnote: " : "note: ") + text;
    out.structured["note"] = text;
  }
  return out;
}

}  // namespace covey::protocol
