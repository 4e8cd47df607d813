#include "shims/rust/commands.hpp"
#include "shims/rust/test_binary.hpp"
#include "process/piped_child.hpp"
#include "process/program.hpp"
#include "parsers/languages/rust/job.hpp"
#include "parsers/languages/rust/selection.hpp"
#include "parsers/languages/rust/output/event.hpp"
#include "parsers/languages/rust/output/libtest.hpp"
#include "parsers/text/streams.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/algorithm/string/join.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <set>
#include <unistd.h>

namespace covey::shims::rust {

namespace language = parsers::languages::rust;
namespace {

using strings = std::vector<std::string>;

constexpr std::size_t max_said = std::size_t{16} * 1024;
constexpr int tests_failed = 101;
constexpr int max_restarts = 200;  // of one binary; a start takes a few milliseconds

// Restores the variables that covey set for cargo: tests must not see them, as some run cargo themselves.
void give_back(const std::map<std::string, std::optional<std::string>, std::less<>>& environment) {
  for (const auto& [name, value] : environment)
    if (value)
      ::setenv(name.c_str(), value->c_str(), 1);
    else
      ::unsetenv(name.c_str());
}

// One test binary of the session.
class binary_run {
 public:
  binary_run(const language::cargo_session& session, const language::session_binary& binary, strings command,
             std::string folder)
      : program_(session, binary, command, std::move(folder)),
        words_(command.begin() + 1, command.end()),
        binary_(binary),
        events_(session.events) {}

  int run() {
    if (program_.format() == report_format::exit_code) {
      const int code = run_main_harness(program_, events_);
      events_.send(language::done_event(binary_.group, 0));
      return code;
    }
    events_.send(language::group_event(binary_.group));
    listing_ = program_.list();
    if (is_mimic()) language::find_trials(listing_, process::read_file(binary_.source).text);
    chosen_ = language::with_names(binary_.chosen, listing_);
    events_.send(language::total_event(add_to_total(program_.folder().c_str(), expected())));
    const auto starts = language::starts_for(chosen_, is_mimic());
    std::deque<language::binary_start> waiting{starts.begin(), starts.end()};
    while (!waiting.empty()) {
      const auto start = std::move(waiting.front());
      waiting.pop_front();
      const auto rest = run_start(start, tests_of(waiting));
      waiting.insert(waiting.begin(), rest.begin(), rest.end());
    }
    send_notes();
    events_.send(language::done_event(binary_.group, not_run_));
    return code_;
  }

 private:
  std::size_t tests_of(const auto& starts) const {
    std::size_t out = 0;
    for (const auto& one : starts) out += language::count_tests(one, listing_);
    return out;
  }

  unsigned long expected() const {
    if (chosen_.whole) return language::count_tests({}, listing_);
    return static_cast<unsigned long>(
        std::count_if(chosen_.names.begin(), chosen_.names.end(),
                      [&](const auto& name) { return listing_.count(name) > 0; }));
  }

  bool is_mimic() const { return program_.format() == report_format::mimic; }

  // Returns starts for the tests that had not begun when the process ended too early. `waiting`: the number
  // of tests in later starts.
  std::vector<language::binary_start> run_start(const language::binary_start& start, std::size_t waiting) {
    const auto ended = run_tests(start, true, waiting);
    if (!ended.crashed) return {};
    auto rest = language::starts_of_the_rest(start, listing_, ended.began, is_mimic());
    if (!ended.suspects.empty()) run_alone(ended, waiting + tests_of(rest));
    // Do not restart if no test began, because none would the next time, or if the process was asked to end.
    const bool again = !ended.began.empty() && !ended.asked_to_end && restarts_ < max_restarts;
    if (again && !rest.empty()) ++restarts_;
    if (again) return rest;
    // A harness may list more tests than it runs: the announced number is what it would have run.
    const auto began = ended.began.size();
    const auto left = tests_of(rest);
    not_run_ += ended.announced ? std::min<std::size_t>(
                                      left, *ended.announced - std::min<std::size_t>(*ended.announced, began))
                                : left;
    return {};
  }

  struct start_end {
    bool crashed = false;
    bool asked_to_end = false;
    std::set<std::string, std::less<>> began;
    std::optional<std::uint64_t> announced;
    strings suspects;  // tests that were running at the end; which one crashed is unknown
    strings open;      // the suspects without an outcome
    language::process_ending ending;
    std::string said;
  };

  // A suspect that crashes alone is at fault; if none does, the crash is reported for all together.
  void run_alone(const start_end& together, std::size_t waiting) {
    ++restarts_;
    bool found = false;
    if (together.asked_to_end) return;
    waiting += together.open.size();
    for (const auto& name : together.open) found = run_tests({{name}, {}}, false, --waiting).crashed || found;
    if (!found)
      events_.send(language::problem_event(
          binary_.group, "", language::common_crash(together.suspects, together.ending), together.said));
  }

  void send_notes() {
    if (restarts_ > 0)
      events_.send(language::note_event(
          "A process of " + binary_.group +
          " ended before its tests were done; those without an outcome ran in further processes."));
    if (not_run_ > 0)
      events_.send(
          language::note_event(std::to_string(not_run_) + " tests of " + binary_.group +
                               " have not run: its process ended early " +
                               (restarts_ < max_restarts ? "before any test had begun"
                                                         : std::to_string(restarts_ + 1) + " times") +
                               ". Mend the crashes that are reported and run the tests again."));
  }

  start_end run_tests(const language::binary_start& start, bool others_run_again, std::size_t waiting) {
    language::libtest_options options;
    options.group = binary_.group;
    options.tests = listing_;
    options.timed = !is_mimic();
    options.suspects_run_again = others_run_again;
    options.waiting = waiting;
    if (chosen_.whole && start == language::binary_start{}) options.selection = boost::join(words_, " ");
    options.context = program_.context();
    parsers::head_tail said{max_said};
    if (is_mimic()) options.said_so_far = [&said] { return said.text(); };
    language::libtest_reader reader{std::move(options),
                                    [this](std::string_view event) { events_.send(event); },
                                    [](std::string_view text) { process::write_fully(STDOUT_FILENO, text); }};
    strings arguments{"-Z", "unstable-options", "--format", "json"};
    if (!is_mimic()) arguments.emplace_back("--report-time");
    if (!program_.journal().empty()) arguments.insert(arguments.end(), {"--logfile", program_.journal()});
    const auto chosen = language::start_arguments(start);
    arguments.insert(arguments.end(), chosen.begin(), chosen.end());
    auto started = program_.request(arguments, true);
    started.on_out = [&reader](std::string_view bytes) { reader.feed(bytes); };
    std::string_view of_journal = program_.journal().empty() ? "" : "warning: `--logfile` is deprecated\n";
    started.on_err = [&](std::string_view bytes) {
      const auto count = std::min(of_journal.size(), bytes.size());
      of_journal =
          bytes.starts_with(of_journal.substr(0, count)) ? of_journal.substr(count) : std::string_view{};
      if (of_journal.data() != nullptr) bytes.remove_prefix(count);
      said.append(bytes);
      reader.feed_err(bytes);
      process::write_fully(STDERR_FILENO, bytes);
    };
    const auto result = process::run_child(started);
    const int code = process::exit_code_of(result);
    if (result.start_error != 0) {
      keep(tell_not_started(program_, result, events_));
      return {};
    }
    const language::process_ending ending{result.signalled, result.value};
    const auto journal = process::read_file(program_.journal()).text;
    reader.finish(ending, said.text(), program_.journal().empty() ? nullptr : &journal);
    keep(reader.crashed() && code == 0 ? tests_failed : code);
    start_end out{reader.crashed(),
                  result.signalled && result.value == SIGTERM,
                  reader.started(),
                  reader.announced(),
                  reader.suspects(),
                  {},
                  ending,
                  parsers::plain_text(said.text())};
    for (const auto& name : out.suspects)
      if (!reader.has_outcome(name)) out.open.push_back(name);
    return out;
  }

  void keep(int code) {
    if (code_ == 0) code_ = code;
  }

  test_binary program_;
  strings words_;  // of the user
  const language::session_binary& binary_;
  process::event_channel events_;
  language::test_list listing_;
  language::chosen_tests chosen_;  // by name
  int code_ = 0;
  int restarts_ = 0;
  std::size_t not_run_ = 0;
};

}  // namespace

int exec(int argc, char** argv) {
  if (argc < 1) {
    std::fputs("covey __cargo-exec: a program is needed\n", stderr);
    return 2;
  }
  ::signal(SIGPIPE, SIG_IGN);
  const strings command{argv, argv + argc};
  const char* variable = std::getenv(session_variable);
  const std::string folder = variable != nullptr ? variable : "";
  ::unsetenv(session_variable);
  std::optional<language::cargo_session> session;
  if (!folder.empty()) session = language::read_session(process::read_file(folder + session_file).text);
  if (session) give_back(session->environment);
  if (!session) {
    ::signal(SIGPIPE, SIG_DFL);
    return process::become(command);
  }
  const auto it = session->binaries.find(command.front());
  if (it == session->binaries.end()) {
    parsers::failure why;
    why.kind = parsers::failure_kind::error;
    why.message = "cargo started a program that its build had not named; what its tests did is not known: " +
                  command.front();
    process::event_channel{session->events}.send(language::problem_event("cargo", "", why, ""));
    if (session->environment.contains("LLVM_PROFILE_FILE"))
      ::setenv("LLVM_PROFILE_FILE", (folder + "/unused.profraw").c_str(), 1);
    ::signal(SIGPIPE, SIG_DFL);
    return process::become(with_user_runner(*session, command));
  }
  if (it->second.chosen.empty()) return 0;  // not in the rerun set: cargo cannot leave out one binary
  const int code = binary_run{*session, it->second, command, folder}.run();
  if (code != 0) note_failed_binary(folder.c_str());
  return code;
}

}  // namespace covey::shims::rust
