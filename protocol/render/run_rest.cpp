#include "protocol/render/run_rest.hpp"
#include "protocol/render/age.hpp"
#include "protocol/render/overview.hpp"
#include "protocol/render/run_view.hpp"
#include <algorithm>
#include <utility>
#include <vector>

namespace covey::protocol {
namespace {

constexpr std::size_t example_bytes = 800;
constexpr std::size_t told_bytes = 450;  // of a cause that was told while the run went on, perhaps by name alone

struct rest {
  std::vector<cause_view> causes;  // those with failures that are new to the caller first
  std::size_t failures = 0;        // that are
};

rest rest_of(found_span all, const cause_index& by_cause, std::size_t since, const failure_style& style,
             std::size_t bytes) {
  std::vector<const parsers::failure*> failures;
  for (const auto& one : all) failures.push_back(one.what);
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
  json::array causes, examples;
  for (const auto& one : found.causes) {
    causes.emplace_back(object_of(one, style.detail));
    if (one.example) examples.emplace_back(example_object(one, style.detail));
  }
  if (!prefix.empty() && !all.empty()) out.structured["names_begin_with"] = prefix;
  if (!causes.empty()) out.structured["causes"] = std::move(causes);
  if (!examples.empty()) out.structured["failures"] = std::move(examples);
  out.structured["since"] = since;
  return out;
}

}  // namespace covey::protocol
