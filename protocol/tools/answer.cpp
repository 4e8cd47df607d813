#include "protocol/tools/answer.hpp"
#include "protocol/render/words.hpp"
#include "protocol/render/run/answers.hpp"
#include "protocol/text.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

void add_going_on(tool_answer& to, const reply& found) {
  const auto* latest = ended_of(found);
  if (found.running == 0 || (latest != nullptr && found.running == latest->id) || to.is_error) return;
  const auto id = std::to_string(found.running);
  const auto line =
      "run " + id + " goes on" +
      (latest == nullptr ? "" : "; this is of run " + std::to_string(latest->id) + ", before it") +
      R"(; run_status {"run": )" + id + "} has what it found so far";
  to.structured["going_on"] = found.running;
  if (to.is_json) to.structured["note"] = line;
  if (has_text(to)) to.text = line + "\n\n" + to.text;
}

std::uint64_t id_of(const reply& found) {
  const auto* ended = ended_of(found);
  const auto* partial = partial_of(found);
  return ended != nullptr ? ended->id : partial != nullptr ? partial->id : 0;
}

// A run's id is known in every workspace of the session.
void add_root(tool_answer& to, const tool_call& call, const reply& found) {
  const auto* ended = ended_of(found);
  const auto* partial = partial_of(found);
  if ((ended == nullptr && partial == nullptr) || to.is_error) return;
  const auto& root = ended != nullptr ? ended->root : partial->root;
  if (root == call.workspace) return;
  if (has_text(to)) to.text = "of " + one_line(root) + ", which is not the workspace now: " + to.text;
  to.structured["root"] = root;
}

}  // namespace

answer_view view_of(const tool& of, const tool_call& call, const reply& found, run_freshness_ptr freshness,
                    std::size_t bytes) {
  answer_view out;
  out.bytes = freshness ? bytes - std::min(bytes / 2, freshness_bytes(*freshness)) : bytes;
  out.freshness = std::move(freshness);
  out.of_own_run = partial_of(found) != nullptr || of.starts_run;
  out.detail = call.given.boolean("detail") && partial_of(found) == nullptr;
  return out;
}

tool_answer make_answer(const tool& of, const tool_call& call, const reply& found, const answer_view& view) {
  auto out = of.answer(call, found, view);
  if (tells_freshness(view) && !out.structured.contains("freshness"))
    add_freshness(out, view.freshness.get());
  if (of.says_what_goes_on) add_going_on(out, found);
  if (found.joined.count() > 0) add_joined(out, id_of(found), found.joined);
  add_root(out, call, found);
  return out;
}

}  // namespace covey::protocol
