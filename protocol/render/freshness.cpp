#include "protocol/render/freshness.hpp"
#include "protocol/render/words.hpp"
#include "protocol/json.hpp"
#include "parsers/text/utf8.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <vector>

namespace covey::protocol {
namespace {

using verdict_type = parsers::freshness::verdict_type;

constexpr std::size_t shown_files = 10;
constexpr std::size_t path_bytes = 200;
// All of them, and all reasons: with what stands around them less than half of what the least budget allows,
// for answers give up no more than that.
constexpr std::size_t all_paths_bytes = 450;
constexpr std::size_t reason_bytes = 145;
constexpr std::size_t shown_reasons = 2;

struct shown_list {
  std::vector<std::string> paths;
  std::size_t left_out = 0;
};

// Those that changed first: they are what an agent edits most.
shown_list shown_paths(const parsers::content_changes& from, bool marked) {
  shown_list out;
  std::size_t room = all_paths_bytes;
  const auto add = [&](const auto& paths, std::string_view mark) {
    for (const auto& path : paths) {
      auto shown = one_line(clipped(path.string(), path_bytes)) + std::string{marked ? mark : ""};
      if (out.paths.size() == shown_files || shown.size() > room) {
        ++out.left_out;
        room = 0;  // those that follow would only seem to be the next
        continue;
      }
      room -= shown.size();
      out.paths.push_back(std::move(shown));
    }
  };
  add(from.changed, "");
  add(from.created, " (new)");
  add(from.removed, " (deleted)");
  return out;
}

std::string counts_of(const parsers::content_changes& from) {
  std::string out;
  const auto add = [&](std::size_t count, std::string_view what) {
    if (count == 0) return;
    if (out.empty())
      out = std::to_string(count) + (count == 1 ? " file " : " files ");
    else
      out += ", " + std::to_string(count) + " ";
    out += what;
  };
  add(from.changed.size(), "changed");
  add(from.created.size(), from.changed.empty() ? "added" : "new");
  add(from.removed.size(), "deleted");
  return out;
}

// Begins with what it is about and ends with what was wrong: the middle of a path may go.
std::string shortened(const std::string& why) {
  auto line = one_line(why);
  if (line.size() <= reason_bytes) return line;
  auto tail = std::string_view{line}.substr(line.size() - reason_bytes / 2);
  while (!parsers::is_utf8(tail)) tail.remove_prefix(1);
  return std::string{parsers::first_bytes(line, reason_bytes / 2)} + "…" + std::string{tail};
}

std::string reasons(const run_freshness& freshness) {
  std::string out;
  const auto& all = freshness.files.unknown;
  for (std::size_t i = 0; i < all.size() && i < shown_reasons; ++i)
    out += (out.empty() ? "" : "; ") + shortened(all[i]);
  if (all.size() > shown_reasons)
    out += "; and " + std::to_string(all.size() - shown_reasons) + " reasons more";
  return out;
}

std::string stale_line(const run_freshness& freshness) {
  auto out =
      "stale: " + counts_of(freshness.files.since) + " since run " + std::to_string(freshness.run_id) + ": ";
  const auto& since = freshness.files.since;
  const bool of_one_kind = since.changed.empty() + since.created.empty() + since.removed.empty() == 2;
  const auto shown = shown_paths(since, !of_one_kind);  // the counts say it then
  for (const auto& path : shown.paths) out += (&path == shown.paths.data() ? "" : ", ") + path;
  if (shown.left_out > 0) out += " and " + std::to_string(shown.left_out) + " more";
  if (freshness.files.during_run > 0)
    out += "; " + std::to_string(freshness.files.during_run) +
           " while it ran, so it may have seen either version";
  return freshness.files.unknown.empty() ? out : out + "; there may be more: " + reasons(freshness);
}

// What is taken for the tests' own doing is said, for it might be somebody else's.
std::string rewritten_part(const run_freshness& freshness) {
  const auto& all = freshness.files.rewritten;
  if (all.empty()) return "";
  const auto shown = shown_paths({all, {}, {}}, false);
  std::string out = all.size() == 1 ? " but a file" : " but " + std::to_string(all.size()) + " files";
  out += ", written while it and the run before it ran: ";
  for (const auto& path : shown.paths) out += (&path == shown.paths.data() ? "" : ", ") + path;
  return shown.left_out > 0 ? out + " and " + std::to_string(shown.left_out) + " more" : out;
}

}  // namespace

std::string freshness_line(const run_freshness& freshness) {
  const auto run = "run " + std::to_string(freshness.run_id);
  switch (freshness.files.verdict) {
    case verdict_type::fresh:
      return "fresh: nothing has changed since " + run + rewritten_part(freshness);
    case verdict_type::stale:
      return stale_line(freshness);
    case verdict_type::unknown:
      break;
  }
  return "not known whether " + run + " still holds: " + reasons(freshness);
}

json::object freshness_object(const run_freshness& freshness) {
  const auto& since = freshness.files.since;
  json::object out{{"run", freshness.run_id}, {"age_s", age_seconds(freshness.age)}};
  if (freshness.files.verdict == verdict_type::unknown)
    out["stale"] = nullptr;
  else
    out["stale"] = freshness.files.verdict == verdict_type::stale;
  out["changed"] = since.changed.size();
  out["new"] = since.created.size();
  out["deleted"] = since.removed.size();
  out["during_run"] = freshness.files.during_run;
  out["rewritten"] = freshness.files.rewritten.size();
  const auto shown = shown_paths(since, false);
  out["files"] = json::array(shown.paths.begin(), shown.paths.end());
  if (!freshness.files.unknown.empty()) out["why"] = reasons(freshness);
  drop_empty(out, {"run", "age_s", "stale"});
  return out;
}

bool tells_freshness(const answer_view& view) {
  return view.freshness && !(view.of_own_run && view.freshness->files.verdict == verdict_type::fresh);
}

std::size_t freshness_bytes(const run_freshness& freshness) {
  constexpr std::size_t around = 32;  // the member's name, commas, line ends
  return std::max(freshness_line(freshness).size(), to_text(freshness_object(freshness)).size()) + around;
}

void add_freshness(tool_answer& to, const run_freshness* freshness) {
  if (freshness == nullptr || to.is_error) return;
  to.structured["freshness"] = freshness_object(*freshness);
  if (!has_text(to)) return;
  if (!to.text.empty() && !to.text.ends_with('\n')) to.text += '\n';
  to.text += freshness_line(*freshness);
}

}  // namespace covey::protocol
