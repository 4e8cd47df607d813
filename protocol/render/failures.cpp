#include "protocol/render/failures.hpp"
#include "protocol/render/age.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/overview.hpp"
#include "protocol/render/still_failing.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

using parsers::finished_run;
using parsers::run_status;

tool_answer without_run(std::string_view language, std::chrono::milliseconds age) {
  json::object structured{{"status", "no_run"}};
  if (language.empty()) return {"no run_tests call yet in this session", std::move(structured), false};
  structured["status"] = "unsupported";
  structured["language"] = language;
  structured["age_seconds"] = age_seconds(age);
  return {
      "no structured failures available for " + std::string{language} + " (last run_tests " + ago(age) + ")",
      std::move(structured), false};
}

// A warning that the list may be incomplete.
std::string note(const finished_run& run) {
  if (early_end(run).empty()) {
    const auto missing = run.results.not_run;
    return missing == 0 ? "" : std::to_string(missing) + " test(s) of that run never began";
  }
  const auto open = run.results.unfinished.size();
  return "that run did not come to its end: " + early_end(run) +
         (open > 0 ? "; " + std::to_string(open) + " test(s) had begun and not ended" : "");
}

// The heading of the list.
std::string title(const finished_run& run, std::size_t total, std::chrono::milliseconds age) {
  const auto earlier = run.still_failing.size();
  std::string out = std::to_string(total - earlier) + " test failure(s) from last run_tests call (" +
                    run.language + ", " + ago(age) + ")";
  if (earlier > 0) out += ", " + std::to_string(earlier) + " from earlier runs";
  return out;
}

// The requested part of all known failures.
struct selection {
  std::vector<found_failure> failures;
  std::string of;       // "of cause r1c2", "that match 'x'"; empty: all
  std::string problem;  // a sentence if there is no such cause
};

// The text that the query is matched against: names and files.
std::string searched(const found_failure& one) {
  auto out = parsers::full_name(one.what->id);
  for (const auto* where : {&one.what->where, &one.what->raised_at})
    if (!where->file.empty()) out.append(" ").append(where->file.string());
  return out;
}

selection selected(const finished_run& run, const failures_question& asked, const run_freshness* freshness) {
  selection out{all_failures(run, freshness), "", ""};
  if (!asked.group.empty()) {
    const auto own = own_failures(run);
    const cause_index by_cause{own, run};
    auto members = by_cause.members_of(asked.group);
    const auto count = by_cause.causes().size();
    if (!members)
      out.problem =
          "no cause " + one_line(clipped(asked.group, 100)) + " in run " + std::to_string(run.id) +
          (count == 0 ? ": it found no failure"
                      : ": its causes are " + by_cause.id_of(0) + " to " + by_cause.id_of(count - 1));
    out.failures = members ? std::move(*members) : std::vector<found_failure>{};
    out.of = " of cause " + asked.group;
  }
  if (asked.matches) {
    std::vector<std::string> texts;
    for (const auto& one : out.failures) texts.push_back(searched(one));
    std::vector<found_failure> found;
    for (const auto index : asked.matches(texts)) found.push_back(out.failures[index]);
    out.failures = std::move(found);
    out.of += " that match '" + one_line(clipped(asked.filter, 200)) + "'";
  }
  return out;
}

// The number of remaining entries, and how to get them.
std::string rest_line(std::size_t left, const list_page& page, std::size_t shown, bool by_limit) {
  if (left == 0) return "";
  return "(" + std::to_string(left) + " more entries truncated; pass " +
         (by_limit ? "a larger limit" : "offset " + std::to_string(page.offset + shown)) + " to see them)\n";
}

// For a run without failures. A run that was cut short does not prove that there are none.
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

// Details that the headline does not say.
std::string note_of_no_failures(const finished_run& run) {
  if (!run.unmet.empty()) return run.unmet.front();
  const auto open = run.results.unfinished.size();
  if (open > 0) return std::to_string(open) + " test(s) had begun and not ended";
  if (parsers::own_status_of(run) == run_status::failed && run.results.not_run == 0)
    return run.language + " exited with " + std::to_string(parsers::exit_code_of(run)) +
           " but named no failure; what it printed is in the answer of that run";
  return "";
}

void add_list(tool_answer& out, const selection& from, const finished_run& run,
              const failures_question& asked, std::chrono::milliseconds age, const answer_view& view) {
  const auto& failures = from.failures;
  const auto prefix = common_prefix(failures);
  const failure_style style{view.sources, run.id, prefix, view.detail};
  const list_page page{asked.offset, asked.limit, !from.of.empty(), true};
  const auto room = view.bytes - std::min(view.bytes, out.text.size() + 1024);
  const auto listed = list_failures(failures, page, style, room);
  const auto shown = listed.shown.size();
  const auto rest = failures.size() - std::min(failures.size(), page.offset + shown);
  const auto all = run.results.failures.size() + run.still_failing.size();
  out.text += from.of.empty() ? title(run, failures.size(), age)
                              : std::to_string(failures.size()) + " of " + title(run, all, age) + from.of;
  out.text +=
      prefix_remark(prefix) + ":\n\n" + text_of(listed) + rest_line(rest, page, shown, shown == asked.limit);
  out.structured["total"] = failures.size();
  if (view.detail || shown < failures.size()) out.structured["shown"] = shown;
  if (page.offset > 0) out.structured["offset"] = page.offset;
  add_failures(out.structured, listed);
}

}  // namespace

const char* const failures_schema =
    R"({"type":"object","required":["status"],"properties":{"status":{"type":"string"},)"
    R"("total":{"type":"integer"},"failures":{"type":"array"}}})";

tool_answer render_failures(const parsers::finished_run* run, std::string_view language,
                            const failures_question& asked, std::chrono::milliseconds age,
                            const answer_view& view) {
  if (run == nullptr) return without_run(language, age);
  if (!run->results.structured) return without_run(run->language, age);
  const auto wanted = selected(*run, asked, view.freshness.get());
  if (!wanted.problem.empty()) return tool_error("last_test_failures: " + wanted.problem);
  const bool none = run->results.failures.empty() && run->still_failing.empty();
  tool_answer out;
  if (auto line = still_failing_line(*run); !line.empty()) out.text = line + "\n\n";
  add_still_failing(out.structured, *run);
  out.structured["status"] = parsers::to_string(parsers::status_of(*run));
  if (view.detail || none) out.structured["language"] = run->language;
  if (view.detail || !view.freshness) out.structured["run_id"] = run->id;  // which freshness says
  if (view.detail || !view.freshness) out.structured["age_seconds"] = age_seconds(age);
  if (view.detail || none) out.structured["passed"] = run->results.totals.passed;
  if (run->results.not_run > 0) out.structured["not_run"] = run->results.not_run;
  if (none) {
    out.text += headline(*run, age);
  } else {
    add_list(out, wanted, *run, asked, age, view);
  }
  auto text = none ? note_of_no_failures(*run) : note(*run);
  if (text.empty()) text = unreached_line(*run);
  if (!text.empty()) {
    out.text += (none ? "\nnote: " : "note: ") + text;
    out.structured["note"] = text;
  }
  return out;
}

}  // namespace covey::protocol
