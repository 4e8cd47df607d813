#include "protocol/render/ending.hpp"
#include "protocol/render/age.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"
#include <algorithm>
#include <csignal>
#include <string_view>
#include <system_error>

namespace covey::protocol {
namespace {

using kind_type = parsers::run_ending::kind_type;

constexpr std::size_t name_bytes = 200;  // of a test's name in a sentence

std::string_view signal_name(int number) {
  switch (number) {
    case SIGHUP:
      return "SIGHUP";
    case SIGINT:
      return "SIGINT";
    case SIGQUIT:
      return "SIGQUIT";
    case SIGILL:
      return "SIGILL";
    case SIGTRAP:
      return "SIGTRAP";
    case SIGABRT:
      return "SIGABRT";
    case SIGBUS:
      return "SIGBUS";
    case SIGFPE:
      return "SIGFPE";
    case SIGKILL:
      return "SIGKILL";
    case SIGSEGV:
      return "SIGSEGV";
    case SIGPIPE:
      return "SIGPIPE";
    case SIGALRM:
      return "SIGALRM";
    case SIGTERM:
      return "SIGTERM";
    case SIGXCPU:
      return "SIGXCPU";
    case SIGXFSZ:
      return "SIGXFSZ";
    case SIGSYS:
      return "SIGSYS";
  }
  return "";
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

}  // namespace covey::protocol
