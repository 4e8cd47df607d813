#include "protocol/render/run_pages.hpp"
#include "parsers/text/utf8.hpp"
#include "protocol/render/age.hpp"
#include "protocol/render/failure_list.hpp"
#include "protocol/render/run.hpp"
#include "protocol/render/still_failing.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <charconv>

namespace covey::protocol {
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

const char* const run_status_schema =
    R"({"type":"object","required":["status"],"properties":{"status":{"type":"string"},)"
    R"("failures":{"type":"array"}}})";

const char* const cancel_run_schema =
    R"({"type":"object","required":["status"],"properties":{"status":{"type":"string"}}})";

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

}  // namespace covey::protocol
