#include "protocol/render/ending.hpp"
#include "protocol/render/words.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <array>
#include <csignal>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace covey::protocol {
namespace {

using kind_type = parsers::run_ending::kind_type;

constexpr std::size_t name_bytes = 200;  // of a test's name in a sentence

std::string_view signal_name(int number) {
  static constexpr std::array<std::pair<int, std::string_view>, 16> names{{
      {SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"}, {SIGILL, "SIGILL"},
      {SIGTRAP, "SIGTRAP"}, {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
      {SIGKILL, "SIGKILL"}, {SIGSEGV, "SIGSEGV"}, {SIGPIPE, "SIGPIPE"}, {SIGALRM, "SIGALRM"},
      {SIGTERM, "SIGTERM"}, {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"}, {SIGSYS, "SIGSYS"},
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
  return {{"passed", value.passed}, {"failed", value.failed}, {"skipped", value.skipped}, {"errors", value.errors}};
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
  return out + (was_cut ? "what " + of + " did not reach has not run since" : "no run of all tests has passed since") +
         ": run_tests" + (with_options ? " with the same `args` and `env`" : "") + " runs all";
}

}  // namespace covey::protocol
