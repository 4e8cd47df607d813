#include "protocol/render/run_news.hpp"
#include "protocol/render/age.hpp"
#include "protocol/render/failure_list.hpp"
#include "protocol/render/progress.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

using parsers::run_news;

constexpr std::size_t longest_name = 200;

std::string so_far(std::chrono::milliseconds elapsed) {
  return ", for " + (elapsed < std::chrono::seconds{1} ? std::string{"0s"} : age(elapsed)) + " so far";
}

std::string first_line(const run_news& news) {
  const auto which =
      "(" + (news.language.empty() ? "" : news.language + ", ") + "run " + std::to_string(news.id) + ")";
  if (news.waiting)
    return "waiting for its turn " + which + ": other runs of this workspace come first" +
           so_far(news.elapsed);
  auto out = "still running " + which + ": " +
             progress_message(news.done, news.total, news.failed, news.current) + so_far(news.elapsed);
  if (const auto others = news.found - std::min(news.found, news.failed); others > 0)
    out += "; " + std::to_string(others) + " failure(s) beside tests";
  if (!news.doing.empty()) out += "; now: " + one_line(clipped(news.doing, longest_name));
  return out;
}

std::string how_on(const run_news& news) {
  const auto id = std::to_string(news.id);
  const auto since = news.next > 0 ? R"(, "since": )" + std::to_string(news.next) : "";
  return R"(go on with run_status {"run": )" + id + R"(, "wait": 45)" + since +
         R"(}; stop it with cancel_run {"run": )" + id + "}\n";
}

json::object structured_of(const run_news& news) {
  json::object out{{"status", news.waiting ? "waiting" : "running"}, {"run_id", news.id}};
  if (!news.language.empty()) out["language"] = news.language;
  out["elapsed_ms"] = news.elapsed.count();
  if (news.waiting) return out;
  out["done"] = news.done;
  out["failed"] = news.failed;
  out["found"] = news.found;
  if (news.total > 0) out["total"] = news.total;
  if (!news.current.empty()) out["current"] = clipped(news.current, longest_name);
  if (!news.doing.empty()) out["doing"] = clipped(news.doing, longest_name);
  return out;
}

}  // namespace

tool_answer render_news(const run_news& news, news_for reader, const answer_view& view) {
  std::vector<found_failure> found;
  for (const auto& one : news.failures) found.push_back({&one, news.language, news.id});
  const auto prefix = common_prefix(found);
  const failure_style style{view.sources, news.id, prefix, view.detail};
  // The tools that answer in JSON count their failures by that name.
  const auto* const list = reader == news_for::json_run ? "details" : "failures";
  const list_page page{.offset = 0, .limit = found.size(), .in_full = true, .last_takes_rest = true};
  tool_answer out;
  out.structured = structured_of(news);
  out.text = first_line(news) + "\n";
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
  auto next = news;
  if (shown < found.size())
    next.next = shown == 0 ? news.from : std::max(news.after[shown - 1], news.from + 1);
  out.structured["since"] = next.next;
  out.text += how_on(next);
  return reader == news_for::json_run ? json_answer(std::move(out.structured)) : out;
}

void add_joined(tool_answer& to, std::uint64_t run_id, std::chrono::nanoseconds before) {
  const auto joined = "this call joined run " + std::to_string(run_id) + ", which had begun " +
                      seconds(std::chrono::duration_cast<std::chrono::milliseconds>(before)) +
                      " before it: edits made in between may not be in it";
  if (!to.is_error) to.structured["joined"] = joined;
  if (!to.is_json) to.text = joined + "\n" + to.text;
}

}  // namespace covey::protocol
