// A run that has ended: answered by its own tool, or read again by its id.
#include "protocol/render/run/answers.hpp"
#include "parsers/text/utf8.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/failures/views.hpp"
#include "protocol/render/run/views.hpp"
#include "protocol/render/words.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

namespace covey::protocol {

// --- by its own tool

tool_answer render_run(const parsers::finished_run& run, run_output output, const answer_view& view,
                       const std::vector<std::string>& told) {
  const bool raw =
      output == run_output::raw || (output == run_output::automatic && is_readable(run, view.bytes));
  auto from = run_view_of(run, view);
  from.told = told;
  const auto lines = raw ? lines_around_output(from) : summary_lines(from, output == run_output::automatic);
  auto members = members_of(from);
  const auto said = lines.before.size() + lines.after.size();
  const auto used = to_text(members).size();
  const auto room = [&](std::size_t bytes) { return view.bytes - std::min(view.bytes, bytes); };
  const auto failures = run_failures_of(run, view, room(raw ? used : std::max(used, said)));
  const auto middle = raw ? shown_streams(run.out, run.err, room(said)) : text_of(failures);
  for (auto& member : object_of(failures)) members[member.key()] = std::move(member.value());
  return {lines.before + middle + lines.after, std::move(members), could_not_run(run)};
}

// --- by its id

namespace {

using parsers::finished_run;

// The longest that a failure is shown in a list, its number and name included.
constexpr std::size_t page_entry_bytes = 5 * 1024;

std::string which(const finished_run& run, std::chrono::milliseconds age) {
  return "run " + std::to_string(run.id) + " (" + run.language + ", ended " + ago(age) + ")";
}

json::object members_of(const finished_run& run, bool detail) {
  json::object out;
  add_still_failing(out, run);
  out["status"] = parsers::to_string(parsers::status_of(run));
  out["run_id"] = run.id;
  if (detail) out["language"] = run.language;
  return out;
}

// What must come before anything that could be read as a pass.
std::string first_line(const finished_run& run) {
  const auto line = still_failing_line(run);
  return line.empty() ? "" : line + "\n";
}

bool parse_number(std::string_view text, std::uint64_t& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc{} && end == text.data() + text.size();
}

// Where a slice may begin without cutting a character in two.
std::size_t character_start(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u) --at;
  return at;
}

}  // namespace

tool_answer render_ended(const finished_run& run, std::chrono::milliseconds age, const answer_view& view) {
  auto out = render_run(run, run_output::summary, view);
  out.text = which(run, age) + ":\n" + out.text;
  if (view.detail || !view.freshness) out.structured["age_seconds"] = age_seconds(age);
  out.is_error = false;  // the question was answered, whatever became of the run
  return out;
}

tool_answer render_page(const finished_run& run, std::size_t page, std::chrono::milliseconds age,
                        const answer_view& view) {
  const auto failures = own_failures(run, view.freshness.get());
  const auto each = std::max<std::size_t>(1, view.bytes / page_entry_bytes);
  const auto pages = std::max<std::size_t>(1, (failures.size() + each - 1) / each);
  if (page > pages)
    return tool_error("run_status: page is " + std::to_string(page) + ", run " + std::to_string(run.id) +
                      " has " + std::to_string(pages) + " page(s) of failures");
  const auto first = (page - 1) * each;
  const auto count = std::min(each, failures.size() - std::min(first, failures.size()));
  const auto prefix = common_prefix(failures);
  const failure_style style{view.sources, run.id, prefix, view.detail};
  const list_page wanted{.offset = first, .limit = count, .in_full = true, .last_takes_rest = true};
  tool_answer out;
  out.structured = members_of(run, view.detail);
  if (view.detail || !view.freshness) out.structured["age_seconds"] = age_seconds(age);
  out.structured["page"] = page;
  out.structured["pages"] = pages;
  out.structured["total"] = failures.size();
  if (first > 0) out.structured["offset"] = first;  // of the first, for those that are `like` another
  if (failures.empty()) {
    out.text = first_line(run) + "no failures in " + which(run, age) + ": " +
               std::string{parsers::to_string(parsers::status_of(run))};
    out.structured["failures"] = json::array{};
    return out;
  }
  out.text = first_line(run) + "page " + std::to_string(page) + " of " + std::to_string(pages) +
             ": failures " + std::to_string(first + 1) + " to " + std::to_string(first + count) + " of " +
             std::to_string(failures.size()) + " of " + which(run, age) + prefix_remark(prefix) + ":\n\n";
  const auto said = std::max(out.text.size(), to_text(out.structured).size());
  const auto listed = list_failures(failures, wanted, style, view.bytes - std::min(view.bytes, said));
  out.text += text_of(listed);
  add_failures(out.structured, listed);
  return out;
}

std::variant<output_range, std::string> parse_range(std::string_view text) {
  output_range out;
  const auto whole = text;
  if (text.starts_with("out:") || text.starts_with("err:")) {
    out.err = text.starts_with("err:");
    text.remove_prefix(4);
  }
  const auto dash = text.find('-');
  const auto last = dash == std::string_view::npos ? std::string_view{} : text.substr(dash + 1);
  out.last = ~std::uint64_t{0};
  const bool good = dash != std::string_view::npos && parse_number(text.substr(0, dash), out.first) &&
                    (last.empty() || parse_number(last, out.last)) && out.first <= out.last;
  if (good) return out;
  return "range is '" + clipped(whole, 100) +
         "': give the first and the last byte, such as \"0-20000\", or \"err:0-20000\" for stderr";
}

tool_answer render_range(const finished_run& run, const output_range& range, const answer_filter& filter,
                         const answer_view& view) {
  const auto& stream = range.err ? run.err : run.out;
  const std::string name = range.err ? "stderr" : "stdout";
  // Masked as a whole: of a secret that is cut on both sides, no part would be known.
  const auto kept = filter.text(stream.text);
  constexpr std::size_t frame = 512;  // the lines around the text
  const auto room = view.bytes - std::min(view.bytes / 2, frame);
  const auto begin =
      character_start(kept, static_cast<std::size_t>(std::min<std::uint64_t>(range.first, kept.size())));
  const auto wanted =
      static_cast<std::size_t>(std::min<std::uint64_t>(range.last - range.first, kept.size())) + 1;
  const auto part = parsers::first_bytes(std::string_view{kept}.substr(begin), std::min(room, wanted));
  const auto end = begin + part.size();
  std::string text;
  if (begin > 0) text += "[TRUNCATED] " + std::to_string(begin) + " bytes before\n";
  text += part;
  if (end < kept.size()) {
    if (!part.ends_with('\n')) text += '\n';
    text += "[TRUNCATED] " + std::to_string(kept.size() - end) + " bytes after";
  }
  tool_answer out;
  out.structured = members_of(run, view.detail);
  out.structured["stream"] = name;
  out.structured["first"] = begin;
  out.structured["kept"] = kept.size();
  if (view.detail || stream.truncated) out.structured["printed"] = stream.total;
  out.text = first_line(run) + name + " of run " + std::to_string(run.id) + ", " +
             std::to_string(part.size()) + " bytes from byte " + std::to_string(begin) + " of " +
             std::to_string(kept.size());
  if (stream.truncated)
    out.text += " kept; the runner printed " + std::to_string(stream.total) + ", of which the middle is lost";
  out.text += "\n" + text;
  out.structured["output"] = std::move(text);
  if (end < kept.size()) {
    const auto next = (range.err ? "err:" : "") + std::to_string(end) + "-" +
                      std::to_string(std::min(end + room, kept.size()) - 1);
    out.structured["next_range"] = next;
    out.text += "\nnext: range \"" + next + "\"";
  }
  return out;
}

// --- what is new to a caller who was told its first failures

namespace {

constexpr std::size_t example_bytes = 800;
constexpr std::size_t told_bytes = 450;  // of a cause that was told while the run went on, perhaps by name alone

struct rest {
  std::vector<cause_view> causes;  // those with failures that are new to the caller first
  std::size_t failures = 0;        // that are
};

rest rest_of(found_span all, const cause_index& by_cause, std::size_t since, const failure_style& style,
             std::size_t bytes) {
  const auto failures = failures_in(all);
  rest out;
  std::vector<cause_view> told;
  std::size_t used = 0;
  for (std::size_t i = 0; i < by_cause.causes().size(); ++i) {
    const auto& cause = by_cause.causes()[i];
    std::vector<std::size_t> news;
    for (const auto member : cause.members)
      if (all[member].what->found_at == 0 || all[member].what->found_at > since) news.push_back(member);
    auto left = cause;
    if (!news.empty() && news.size() < cause.members.size()) keep_members(left, news, failures);
    auto one = view_of(left, all, style, news.empty() ? told_bytes : example_bytes);
    if (used + bytes_of(one, style.detail) > bytes) one = name_of(left, all, style);
    one.id = by_cause.id_of(i);
    one.suspects = suspects_view_of(cause.suspects, style.sources);
    if (const auto before = cause.members.size() - left.members.size(); before > 0)
      one.parts.push_back(std::to_string(before) + " more of it were told before");
    used += bytes_of(one, style.detail);
    out.failures += news.size();
    (news.empty() ? told : out.causes).push_back(std::move(one));
  }
  std::move(told.begin(), told.end(), std::back_inserter(out.causes));
  return out;
}

std::string text_of(const rest& from, std::size_t all, std::size_t since) {
  if (all == 0) return "";
  std::string out =
      "\n" + (from.failures == 0 ? "no failure" : std::to_string(from.failures) + " failure(s)") +
      " since place " + std::to_string(since) + "; in all " + std::to_string(all) + " of " +
      std::to_string(from.causes.size()) + (from.causes.size() == 1 ? " cause" : " causes") + ":\n\n";
  for (const auto& one : from.causes) out += protocol::text_of(one);
  return out;
}

}  // namespace

tool_answer render_rest(const parsers::finished_run& run, std::size_t since, std::chrono::milliseconds age,
                        const answer_view& view) {
  const auto from = run_view_of(run, view);
  const auto lines = summary_lines(from, false);
  tool_answer out;
  out.structured = members_of(from);
  const auto said = std::max(lines.before.size() + lines.after.size(), to_text(out.structured).size());
  const auto all = own_failures(run, view.freshness.get());
  const auto prefix = common_prefix(all);
  const failure_style style{view.sources, run.id, prefix, view.detail};
  const auto found = rest_of(all, {all, run}, since, style, view.bytes - std::min(view.bytes, said));
  out.text = "run " + std::to_string(run.id) + " (" + run.language + ", ended " + ago(age) + "):\n" +
             lines.before + text_of(found, all.size(), since) + lines.after;
  auto [causes, examples] = protocol::members_of(found.causes, style.detail);
  if (!prefix.empty() && !all.empty()) out.structured["names_begin_with"] = prefix;
  if (!causes.empty()) out.structured["causes"] = std::move(causes);
  if (!examples.empty()) out.structured["failures"] = std::move(examples);
  out.structured["since"] = since;
  return out;
}

}  // namespace covey::protocol
