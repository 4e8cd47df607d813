#include "protocol/render/run/answers.hpp"
#include "protocol/render/failures/views.hpp"
#include "protocol/render/words.hpp"
#include "protocol/text.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

using parsers::partial_run;

constexpr std::size_t max_name = 200;
constexpr std::size_t partial_bytes = 1200;  // of an overview of few causes
constexpr std::size_t frame = 300;           // the lines around it, and around a list
constexpr std::size_t least_example = 150;

std::string so_far(std::chrono::milliseconds elapsed) {
  return ", for " + (elapsed < std::chrono::seconds{1} ? std::string{"0s"} : age(elapsed)) + " so far";
}

// It is seen only now and then.
std::string time_of(std::chrono::milliseconds running) {
  return running < std::chrono::seconds{1} ? "" : ", " + age(running);
}

std::string first_line(const partial_run& run) {
  const auto which =
      "(" + (run.language.empty() ? "" : run.language + ", ") + "run " + std::to_string(run.id) + ")";
  if (run.waiting)
    return "waiting for its turn " + which + ": other runs of this workspace come first" +
           so_far(run.elapsed);
  auto out = "still running " + which + ": " + progress_message(run.done, run.total, run.failed, "") +
             so_far(run.elapsed);
  if (const auto others = run.found - std::min(run.found, run.failed); others > 0)
    out += "; " + std::to_string(others) + " failure(s) beside tests";
  if (!run.doing.empty()) return out + "; now: " + one_line(clipped(run.doing, max_name));
  if (!run.running.empty())
    return out + "; running: " + one_line(clipped(run.running, max_name)) + time_of(run.running_for);
  return run.current.empty() ? out : out + "; last: " + one_line(clipped(run.current, max_name));
}

// `patience`: of the client; to wait for less takes it a turn more.
std::string how_on(const partial_run& run, std::chrono::seconds patience) {
  using namespace std::chrono_literals;
  const auto id = std::to_string(run.id);
  const auto since = run.next > 0 ? R"(, "since": )" + std::to_string(run.next) : "";
  const auto wait = std::to_string(std::clamp(patience, 45s, 100s).count());
  return R"(go on with run_status {"run": )" + id + R"(, "wait": )" + wait + since +
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
  if (!run.running.empty()) {
    out["running"] = clipped(run.running, max_name);
    if (run.running_for >= std::chrono::seconds{1})
      out["running_s"] = run.running_for / std::chrono::seconds{1};
  } else if (!run.current.empty()) {
    out["last"] = clipped(run.current, max_name);
  }
  if (!run.doing.empty()) out["doing"] = clipped(run.doing, max_name);
  return out;
}

// Every cause, whatever the room is: those that come first with their example, the others in a line or by name.
std::vector<cause_view> causes_in(found_span found, const failure_style& style, std::size_t room) {
  const auto causes = parsers::causes_of(failures_in(found));
  const auto each = room / std::max<std::size_t>(causes.size(), 1);
  std::vector<cause_view> out;
  std::size_t used = 0;
  for (const auto& cause : causes) {
    auto one = view_of(cause, found, style, each > least_example ? each : 0);
    const auto fits = [&] { return used + bytes_of(one, style.detail) <= room; };
    if (!fits()) one = view_of(cause, found, style, 0);
    if (!fits()) one.others.clear();
    if (!fits()) one = name_of(cause, found, style);
    used += bytes_of(one, style.detail);
    out.push_back(std::move(one));
  }
  return out;
}

// Returns how many of the failures it tells.
std::size_t add_overview(tool_answer& to, std::size_t from, found_span found, const failure_style& style,
                         std::string_view list) {
  const auto causes =
      causes_in(found, style, partial_bytes - std::min(partial_bytes, frame + to.text.size()));
  to.text += std::to_string(found.size()) +
             (from == 0 ? " failure(s) so far, of " : " more failure(s), of ") +
             std::to_string(causes.size()) + (causes.size() == 1 ? " cause" : " causes") +
             prefix_remark(style.prefix) + ":\n\n";
  for (const auto& one : causes) to.text += text_of(one);
  auto [members, examples] = members_of(causes, style.detail);
  if (!style.prefix.empty()) to.structured["names_begin_with"] = style.prefix;
  if (examples.size() < found.size()) to.structured["causes"] = std::move(members);
  to.structured[list] = std::move(examples);
  return found.size();
}

// As many as fit.
std::size_t add_list(tool_answer& to, found_span found, const failure_style& style, std::string_view list,
                     std::size_t bytes) {
  const list_page page{.offset = 0, .limit = found.size(), .in_full = true, .last_takes_rest = true};
  const auto listed = list_failures(found, page, style, bytes - std::min(bytes, frame + to.text.size()));
  to.text += "found since" + prefix_remark(style.prefix) + ":\n\n" + text_of(listed);
  add_failures(to.structured, listed, list);
  return listed.shown.size();
}

}  // namespace

tool_answer render_partial_run(const partial_run& run, partial_for reader, const answer_view& view,
                               std::chrono::seconds patience) {
  std::vector<found_failure> found;
  for (const auto& one : run.failures) found.push_back({&one, run.language, run.id});
  const auto prefix = common_prefix(found);
  const failure_style style{view.sources, run.id, prefix, view.detail};
  // The tools that answer in JSON count their failures by that name.
  const auto* const list = reader == partial_for::json_run ? "details" : "failures";
  tool_answer out;
  out.structured = structured_of(run);
  out.text = first_line(run) + "\n";
  auto next = run;
  if (!found.empty()) {
    const auto shown = run.from == 0 || found.size() > handful
                           ? add_overview(out, run.from, found, style, list)
                           : add_list(out, found, style, list, view.bytes);
    // What did not fit is not passed over: the next question begins with it.
    if (shown < found.size())
      next.next = shown == 0 ? run.from : std::max(run.after[shown - 1], run.from + 1);
  }
  out.structured["since"] = next.next;
  out.text += how_on(next, patience);
  out.is_json = reader == partial_for::json_run;
  return out;
}

void add_joined(tool_answer& to, std::uint64_t run_id, std::chrono::nanoseconds before) {
  const auto joined = "this call joined run " + std::to_string(run_id) + ", which had begun " +
                      seconds(std::chrono::duration_cast<std::chrono::milliseconds>(before)) +
                      " before it: edits made in between may not be in it";
  if (!to.is_error) to.structured["joined"] = joined;
  if (has_text(to)) to.text = joined + "\n" + to.text;
}

}  // namespace covey::protocol
