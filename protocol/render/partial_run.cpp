#include "protocol/render/partial_run.hpp"
#include "protocol/render/age.hpp"
#include "protocol/render/failure_list.hpp"
#include "protocol/render/progress.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

using parsers::partial_run;

constexpr std::size_t max_name = 200;

std::string so_far(std::chrono::milliseconds elapsed) {
  return ", for " + (elapsed < std::chrono::seconds{1} ? std::string{"0s"} : age(elapsed)) + " so far";
}

std::string first_line(const partial_run& run) {
  const auto which =
      "(" + (run.language.empty() ? "" : run.language + ", ") + "run " + std::to_string(run.id) + ")";
  if (run.waiting)
    return "waiting for its turn " + which + ": other runs of this workspace come first" +
           so_far(run.elapsed);
  auto out = "still running " + which + ": " +
             progress_message(run.done, run.total, run.failed, run.current) + so_far(run.elapsed);
  if (const auto others = run.found - std::min(run.found, run.failed); others > 0)
    out += "; " + std::to_string(others) + " failure(s) beside tests";
  if (!run.doing.empty()) out += "; now: " + one_line(clipped(run.doing, max_name));
  return out;
}

std::string how_on(const partial_run& run) {
  const auto id = std::to_string(run.id);
  const auto since = run.next > 0 ? R"(, "since": )" + std::to_string(run.next) : "";
  return R"(go on with run_status {"run": )" + id + R"(, "wait": 45)" + since +
         R"(}; stop it with cancel_run {"run": )" + id + "}\n";
}

json::object structured_of(const partial_run& run) {
  json::object out{{"status", run.waiting ? "waiting" : "running"}, {"run_id", run.id}};
  if (!run.language.empty()) out["language"] = run.language;
  out["elapsed_ms"] = run.elapsed.count();
  if (run.waiting) return out;
  out["done"] = run.done;
  out["failed"] = run.failed;
  out["found"] = run.found;
  if (run.total > 0) out["total"] = run.total;
  if (!run.current.empty()) out["current"] = clipped(run.current, max_name);
  if (!run.doing.empty()) out["doing"] = clipped(run.doing, max_name);
  return out;
}

}  // namespace

tool_answer render_partial_run(const partial_run& run, partial_for reader, const answer_view& view) {
  std::vector<found_failure> found;
  for (const auto& one : run.failures) found.push_back({&one, run.language, run.id});
  const auto prefix = common_prefix(found);
  const failure_style style{view.sources, run.id, prefix, view.detail};
  // The tools that answer in JSON count their failures by that name.
  const auto* const list = reader == partial_for::json_run ? "details" : "failures";
  const list_page page{.offset = 0, .limit = found.size(), .in_full = true, .last_takes_rest = true};
  tool_answer out;
  out.structured = structured_of(run);
  out.text = first_line(run) + "\n";
  constexpr std::size_t frame = 1024;  // the lines around the list
  const auto room = view.bytes - std::min(view.bytes, frame + out.text.size());
  std::size_t shown = 0;
  if (!found.empty()) {
    const auto listed = list_failures(found, page, style, room);
    shown = listed.shown.size();
    out.text += "found so far" + prefix_remark(prefix) + ":\n\n" + text_of(listed);
    add_failures(out.structured, listed, list);
  }
  // What did not fit is not passed over: the next question begins with it.
  auto next = run;
  if (shown < found.size()) next.next = shown == 0 ? run.from : std::max(run.after[shown - 1], run.from + 1);
  out.structured["since"] = next.next;
  out.text += how_on(next);
  return reader == partial_for::json_run ? json_answer(std::move(out.structured)) : out;
}

void add_joined(tool_answer& to, std::uint64_t run_id, std::chrono::nanoseconds before) {
  const auto joined = "this call joined run " + std::to_string(run_id) + ", which had begun " +
                      seconds(std::chrono::duration_cast<std::chrono::milliseconds>(before)) +
                      " before it: edits made in between may not be in it";
  if (!to.is_error) to.structured["joined"] = joined;
  if (!to.is_json) to.text = joined + "\n" + to.text;
}

}  // namespace covey::protocol
