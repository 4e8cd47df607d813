#include "protocol/render/words.hpp"
#include "parsers/text/utf8.hpp"
#include "protocol/json.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <array>
#include <csignal>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace covey::protocol {

// --- spans of time, and progress

std::int64_t age_seconds(std::chrono::milliseconds value) {
  return std::max<std::int64_t>(0, std::chrono::floor<std::chrono::seconds>(value).count());
}

std::string age(std::chrono::milliseconds value) {
  const auto total = age_seconds(value);
  const auto hours = total / 3600, minutes = total / 60 % 60;
  if (total == 0) return "just now";
  if (hours > 0) return std::to_string(hours) + "h" + std::to_string(minutes) + "m";
  if (minutes > 0) return std::to_string(minutes) + "m" + std::to_string(total % 60) + "s";
  return std::to_string(total) + "s";
}

std::string ago(std::chrono::milliseconds value) {
  return age_seconds(value) == 0 ? age(value) : age(value) + " ago";
}

std::string seconds(std::chrono::milliseconds value) {
  return to_text(number_value(static_cast<double>(value.count()) / 1000)) + "s";
}

std::string progress_message(std::uint64_t done, std::uint64_t total, std::uint64_t failed,
                             std::string_view current) {
  constexpr std::size_t max_name = 200;
  std::string out = std::to_string(done);
  out += total > 0 ? "/" + std::to_string(total) : std::string{" done"};
  out += ", " + std::to_string(failed) + " failed";
  if (!current.empty()) out += ": " + one_line(clipped(current, max_name));
  return out;
}

// --- how a run ended

namespace {

using kind_type = parsers::run_ending::kind_type;

constexpr std::size_t name_bytes = 200;  // of a test's name in a sentence

std::string_view signal_name(int number) {
  static constexpr std::array<std::pair<int, std::string_view>, 16> names{{
      {SIGHUP, "SIGHUP"},
      {SIGINT, "SIGINT"},
      {SIGQUIT, "SIGQUIT"},
      {SIGILL, "SIGILL"},
      {SIGTRAP, "SIGTRAP"},
      {SIGABRT, "SIGABRT"},
      {SIGBUS, "SIGBUS"},
      {SIGFPE, "SIGFPE"},
      {SIGKILL, "SIGKILL"},
      {SIGSEGV, "SIGSEGV"},
      {SIGPIPE, "SIGPIPE"},
      {SIGALRM, "SIGALRM"},
      {SIGTERM, "SIGTERM"},
      {SIGXCPU, "SIGXCPU"},
      {SIGXFSZ, "SIGXFSZ"},
      {SIGSYS, "SIGSYS"},
  }};
  const auto found = std::ranges::find(names, number, &std::pair<int, std::string_view>::first);
  return found == names.end() ? std::string_view{} : found->second;
}

// "go" of {"/usr/bin/go", "test", …}.
std::string program_of(const parsers::finished_run& run) {
  if (run.commands.empty() || run.commands.back().empty()) return run.language;
  const auto& path = run.commands.back().front();
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

}  // namespace

std::string early_end(const parsers::finished_run& run) {
  const auto& ending = run.ending;
  if (ending.timed_out) return "timed out after " + seconds(run.timeout);
  if (ending.cancelled) return "cancelled";
  switch (ending.kind) {
    case kind_type::exited:
      return "";
    case kind_type::signalled: {
      const auto name = signal_name(ending.value);
      return program_of(run) + " was killed by signal " + std::to_string(ending.value) +
             (name.empty() ? "" : " (" + std::string{name} + ")");
    }
    case kind_type::not_started:
      return program_of(run) + " could not be started: " + std::generic_category().message(ending.value);
    case kind_type::lost:
      return "the run was lost: the process that guarded it died, and nothing is known of its end";
  }
  return "";
}

std::string why_partial(const parsers::finished_run& run) {
  if (auto end = early_end(run); !end.empty()) return end;
  const auto& results = run.results;
  const auto& all = results.failures;
  const auto crash = std::find_if(all.begin(), all.end(),
                                  [](const auto& one) { return one.kind == parsers::failure_kind::crash; });
  if (crash != all.end())
    return "a test process crashed: " + one_line(clipped(parsers::full_name(crash->id), name_bytes));
  if (results.not_run > 0) return std::to_string(results.not_run) + " test(s) were not run";
  const auto open = results.unfinished.size();
  return open == 0 ? "" : std::to_string(open) + " test(s) had begun and not ended";
}

bool could_not_run(const parsers::finished_run& run) {
  if (parsers::status_of(run) != parsers::run_status::crashed) return false;
  return run.ending.kind != kind_type::signalled || run.results.totals.tests() == 0;
}

std::string counts_text(const parsers::counts& value) {
  return std::to_string(value.passed) + " passed, " + std::to_string(value.failed) + " failed, " +
         std::to_string(value.skipped) + " skipped, " + std::to_string(value.errors) + " errors";
}

json::object counts_object(const parsers::counts& value) {
  return {{"passed", value.passed},
          {"failed", value.failed},
          {"skipped", value.skipped},
          {"errors", value.errors}};
}

// --- what was not rerun

namespace {

// "of python", "with args `-race`", "of python with args `-k` `x`"; of what another kind of run has to judge.
std::string kind_of(const parsers::known_failure& known, const parsers::finished_run& run) {
  const bool other = known.language != run.language;
  std::string out = other ? "of " + known.language : "";
  if (known.options)
    out += (out.empty() ? "with " : " with ") + to_string(*known.options);
  else if (!other)
    out = "without args and env";
  return out;
}

// How many of them it reran, and they were skipped, or passed alone.
std::size_t count_of(const std::vector<parsers::test_id>& all, const parsers::finished_run& run) {
  return static_cast<std::size_t>(std::ranges::count_if(run.still_failing, [&](const auto& known) {
    return is_of_kind(run, known) && std::ranges::find(all, known.what->id) != all.end();
  }));
}

std::string with_reason(std::size_t count, std::string_view why) {
  return count == 0 ? "" : ", " + std::to_string(count) + std::string{why};
}

}  // namespace

std::size_t count_not_rerun(const parsers::finished_run& run) {
  return run.still_failing.size() - count_of(run.changes.skipped, run) - count_of(run.changes.alone, run);
}

std::string still_failing_line(const parsers::finished_run& run) {
  std::map<std::string, std::size_t> others;
  std::size_t own = 0;
  for (const auto& known : run.still_failing) is_of_kind(run, known) ? ++own : ++others[kind_of(known, run)];
  const auto before = run.known_before - (run.still_failing.size() - own);
  std::string out;
  const auto skipped = count_of(run.changes.skipped, run), alone = count_of(run.changes.alone, run);
  const auto left = own - skipped - alone;
  if (own > 0) out = std::to_string(before - left) + " of " + std::to_string(before) + " rerun";
  out += with_reason(left, " not rerun and still failing");
  out += with_reason(skipped, " skipped, which is no pass: still failing");
  out += with_reason(alone, " passed alone, which mends nothing: still failing");
  for (const auto& [kind, count] : others)
    out += (out.empty() ? "" : "; ") + std::to_string(count) + " " + kind + " not rerun and still failing";
  return out;
}

void add_still_failing(json::object& out, const parsers::finished_run& run) {
  auto line = still_failing_line(run);
  if (line.empty()) return;
  out["still_failing"] = std::move(line);
  out["not_rerun"] = count_not_rerun(run);
}

namespace {

std::string what_was_cut(const parsers::cut_run& cut) {
  const auto tests = [](std::uint64_t count, std::string_view what) {
    return count == 0 ? "" : std::to_string(count) + " test(s) " + std::string{what};
  };
  auto never = tests(cut.not_run, "never began");
  const auto open = tests(cut.open, "did not end");
  if (!never.empty() && !open.empty()) never += ", ";
  never += open;
  const std::string_view how = !cut.no_pass.empty()   ? "was no pass"
                               : cut.ending.timed_out ? "timed out"
                               : cut.ending.cancelled ? "was cancelled"
                                                      : "did not reach all";
  if (never.empty()) never = cut.no_pass;
  return "run " + std::to_string(cut.id) + ", of all tests (" + cut.language +
         (cut.options ? " with " + to_string(*cut.options) : "") + "), " + std::string{how} +
         (never.empty() ? "" : ": " + never) + "; ";
}

}  // namespace

std::string unreached_line(const parsers::finished_run& run, bool own) {
  std::string out;
  std::size_t count = 0;
  bool with_options = false, was_cut = false;
  for (const auto& cut : run.unreached) {
    if (own && !is_of_kind(run, cut)) continue;
    was_cut = was_cut || cut.no_pass.empty();
    out += what_was_cut(cut);
    ++count;
    with_options = with_options || cut.options;
  }
  if (count == 0) return "";
  const std::string of = count == 1 ? "it" : "they";
  return out +
         (was_cut ? "what " + of + " did not reach has not run since"
                  : "no run of all tests has passed since") +
         ": run_tests" + (with_options ? " with the same `args` and `env`" : "") + " runs all";
}

// --- whether its results still hold

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

std::string listed(const shown_list& shown) {
  const auto out = boost::algorithm::join(shown.paths, ", ");
  return shown.left_out > 0 ? out + " and " + std::to_string(shown.left_out) + " more" : out;
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
  const auto& since = freshness.files.since;
  const bool of_one_kind = since.changed.empty() + since.created.empty() + since.removed.empty() == 2;
  auto out = "stale: " + counts_of(since) + " since run " + std::to_string(freshness.run_id) + ": " +
             listed(shown_paths(since, !of_one_kind));  // the counts say it then
  if (freshness.files.during_run > 0)
    out += "; " + std::to_string(freshness.files.during_run) +
           " while it ran, so it may have seen either version";
  return freshness.files.unknown.empty() ? out : out + "; there may be more: " + reasons(freshness);
}

// What is taken for the tests' own doing is said, for it might be somebody else's.
std::string rewritten_part(const run_freshness& freshness) {
  const auto& all = freshness.files.rewritten;
  if (all.empty()) return "";
  return (all.size() == 1 ? " but a file" : " but " + std::to_string(all.size()) + " files") +
         ", written while it and the run before it ran: " + listed(shown_paths({all, {}, {}}, false));
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
