#include "actors/process/cargo_exec.hpp"
#include "actors/process/piped_child.hpp"
#include "actors/process/program.hpp"
#include "parsers/languages/rust/job.hpp"
#include "parsers/languages/rust/starts.hpp"
#include "parsers/output/rust/event.hpp"
#include "parsers/output/rust/libtest.hpp"
#include "parsers/output/rust/panic.hpp"
#include "parsers/text/head_tail.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <unistd.h>

namespace covey::process {
namespace {

using strings = std::vector<std::string>;

constexpr std::size_t max_said = std::size_t{16} * 1024;
constexpr int tests_failed = 101;
constexpr int max_restarts = 200;  // of one binary; a start takes a few milliseconds
constexpr const char* failed_file = "/failed";

enum class report_format { libtest, mimic, exit_code };

strings with_user_runner(const parsers::rust_session& session, strings command) {
  command.insert(command.begin(), session.runner.begin(), session.runner.end());
  return command;
}

// What cargo was given for us is not for tests: some run cargo themselves.
void give_back(const std::map<std::string, std::optional<std::string>, std::less<>>& environment) {
  for (const auto& [name, value] : environment)
    if (value)
      ::setenv(name.c_str(), value->c_str(), 1);
    else
      ::unsetenv(name.c_str());
}

std::string line_of_source(const parsers::location& place) {
  std::ifstream file{place.file};
  std::string line;
  constexpr std::uint32_t most = 200'000;
  for (std::uint32_t i = 0; i < std::min(place.line, most); ++i)
    if (!std::getline(file, line)) return {};
  return line;
}

// One test binary of the session.
class binary_run {
 public:
  binary_run(const parsers::rust_session& session, const parsers::rust_binary& binary, strings command,
             std::string folder)
      : session_(session),
        binary_(binary),
        command_(with_user_runner(session, command)),
        executable_(command.front()),
        folder_(std::move(folder)),
        events_(session.events) {}

  int run() {
    format_ = binary_.harness ? report_format::libtest
              : read_whole(executable_).find("libtest-mimic-") != std::string::npos
                  ? report_format::mimic
                  : report_format::exit_code;
    if (format_ == report_format::exit_code) return run_for_exit_code();
    events_.send(parsers::rust_group_event(binary_.group));
    listing_ = list();
    chosen_ = parsers::rust_named_choice(binary_.choice, listing_);
    events_.send(parsers::rust_total_event(add_to_total(folder_.c_str(), expected())));
    const auto starts = parsers::rust_starts(chosen_, is_mimic());
    std::deque<parsers::rust_start> waiting{starts.begin(), starts.end()};
    while (!waiting.empty()) {
      const auto start = std::move(waiting.front());
      waiting.pop_front();
      const auto rest = run_start(start);
      waiting.insert(waiting.begin(), rest.begin(), rest.end());
    }
    send_notes();
    return code_;
  }

 private:
  std::vector<std::pair<std::string, std::string>> environment(bool measured) const {
    std::vector<std::pair<std::string, std::string>> out;
    if (session_.bootstrap && format_ == report_format::libtest) out.emplace_back("RUSTC_BOOTSTRAP", "1");
    // Panics tell where they come from; errors that carry a backtrace keep to what the user has asked for.
    const char* wanted = std::getenv("RUST_BACKTRACE");
    if (wanted == nullptr || std::string_view{wanted} == "0") {
      out.emplace_back("RUST_BACKTRACE", "1");
      if (std::getenv("RUST_LIB_BACKTRACE") == nullptr) out.emplace_back("RUST_LIB_BACKTRACE", "0");
    }
    if (!binary_.profiles.empty())
      out.emplace_back("LLVM_PROFILE_FILE",
                       measured ? binary_.profiles + "/%p-%m.profraw" : folder_ + "/unused.profraw");
    return out;
  }

  child_request request(const strings& arguments, bool measured) const {
    child_request out;
    out.argv = command_;
    out.argv.insert(out.argv.end(), arguments.begin(), arguments.end());
    out.set_env = environment(measured);
    out.unset_env = {"RUST_TEST_NOCAPTURE"};  // what a test prints belongs into its report
    return out;
  }

  // As JSON with places, which old toolchains and libtest-mimic cannot, else as text.
  parsers::rust_listing list() const {
    strings arguments{"--list", "--format", "terse"};
    if (format_ == report_format::libtest) {
      std::string out;
      auto asked = request({"-Z", "unstable-options", "--list", "--format", "json"}, false);
      asked.on_out = [&out](std::string_view bytes) { out += bytes; };
      asked.on_err = [](std::string_view) {};
      run_child(asked);
      if (auto listing = parsers::read_rust_listing(out, session_.root); !listing.empty()) return listing;
    }
    std::string out;
    auto asked = request(arguments, false);
    asked.on_out = [&out](std::string_view bytes) { out += bytes; };
    asked.on_err = [](std::string_view) {};
    run_child(asked);
    return parsers::read_rust_listing(out, session_.root);
  }

  unsigned long expected() const {
    if (chosen_.whole) return parsers::rust_tests_of({}, listing_);
    return static_cast<unsigned long>(
        std::count_if(chosen_.names.begin(), chosen_.names.end(),
                      [&](const auto& name) { return listing_.count(name) > 0; }));
  }

  bool is_mimic() const { return format_ == report_format::mimic; }

  // Gives the starts for what had not begun when the process ended too early.
  std::vector<parsers::rust_start> run_start(const parsers::rust_start& start) {
    const auto ended = run_tests(start, true);
    if (!ended.crashed) return {};
    if (!ended.suspects.empty()) run_alone(ended);
    auto rest = parsers::rust_starts_of_the_rest(start, listing_, ended.began, is_mimic());
    // Where nothing began nothing would the next time, and whoever asks for the end gets it.
    const bool again = !ended.began.empty() && !ended.asked_to_end && restarts_ < max_restarts;
    if (again && !rest.empty()) ++restarts_;
    if (again) return rest;
    for (const auto& one : rest) not_run_ += parsers::rust_tests_of(one, listing_);
    return {};
  }

  struct start_end {
    bool crashed = false;
    bool asked_to_end = false;
    std::set<std::string, std::less<>> began;
    strings suspects;  // several that were running at the end: which of them crashed is not known
    strings open;      // those of them that have no outcome
    parsers::rust_ending ending;
    std::string said;
  };

  // Whoever crashes alone is the one; where nobody does, the crash is that of all together.
  void run_alone(const start_end& together) {
    ++restarts_;
    bool found = false;
    if (together.asked_to_end) return;
    for (const auto& name : together.open) found = run_tests({{name}, {}}, false).crashed || found;
    if (!found)
      events_.send(parsers::rust_problem_event(
          binary_.group, "", parsers::rust_joint_crash(together.suspects, together.ending), together.said));
  }

  void send_notes() {
    if (restarts_ > 0)
      events_.send(parsers::rust_note_event(
          "A process of " + binary_.group +
          " ended before its tests were done; those without an outcome ran in further processes."));
    if (not_run_ > 0)
      events_.send(
          parsers::rust_note_event(std::to_string(not_run_) + " tests of " + binary_.group +
                                   " have not run: its process ended early " +
                                   (restarts_ < max_restarts ? "before any test had begun"
                                                             : std::to_string(restarts_ + 1) + " times") +
                                   ". Mend the crashes that are reported and run the tests again."));
  }

  start_end run_tests(const parsers::rust_start& start, bool others_run_again) {
    parsers::libtest_options options;
    options.group = binary_.group;
    options.tests = listing_;
    options.timed = format_ == report_format::libtest;
    options.suspects_run_again = others_run_again;
    options.context.root = session_.root;
    options.context.folder = std::filesystem::current_path().string();
    options.context.defined.file = binary_.source;
    options.context.source_line = line_of_source;
    parsers::libtest_reader reader{std::move(options),
                                   [this](std::string_view event) { events_.send(event); },
                                   [](std::string_view text) { write_all(STDOUT_FILENO, text); }};
    strings arguments{"-Z", "unstable-options", "--format", "json"};
    if (format_ == report_format::libtest) arguments.emplace_back("--report-time");
    const auto chosen = parsers::rust_start_arguments(start);
    arguments.insert(arguments.end(), chosen.begin(), chosen.end());
    parsers::head_tail said{max_said};
    auto started = request(arguments, true);
    started.on_out = [&reader](std::string_view bytes) { reader.feed(bytes); };
    started.on_err = [&said](std::string_view bytes) {
      said.append(bytes);
      write_all(STDERR_FILENO, bytes);
    };
    const auto result = run_child(started);
    const int code = exit_code_of(result);
    if (result.start_error != 0) {
      keep(could_not_start(result));
      return {};
    }
    const parsers::rust_ending ending{result.signalled, result.value};
    reader.finish(ending, said.text());
    keep(reader.crashed() && code == 0 ? tests_failed : code);
    start_end out{reader.crashed(),
                  result.signalled && result.value == SIGTERM,
                  reader.started(),
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

  int could_not_start(const child_result& result) {
    parsers::failure why;
    why.kind = parsers::failure_kind::error;
    why.message = command_.front() + " could not be started: " + std::strerror(result.start_error);
    events_.send(parsers::rust_problem_event(binary_.group, "", why, ""));
    return exit_code_of(result);
  }

  // `harness = false`: the target is one test, and its exit code is the outcome.
  int run_for_exit_code() {
    const parsers::location defined{binary_.source, 0};
    events_.send(parsers::rust_total_event(add_to_total(folder_.c_str(), 1)));
    events_.send(parsers::rust_begin_event(binary_.group, binary_.name, defined));
    parsers::head_tail out{max_said}, err{max_said};
    auto started = request({}, true);
    started.on_out = [&out](std::string_view bytes) {
      out.append(bytes);
      write_all(STDOUT_FILENO, bytes);
    };
    started.on_err = [&err](std::string_view bytes) {
      err.append(bytes);
      write_all(STDERR_FILENO, bytes);
    };
    const auto result = run_child(started);
    if (result.start_error != 0) return could_not_start(result);
    parsers::rust_report report{binary_.group, binary_.name, parsers::outcome::passed, -1, {}, {}};
    if (exit_code_of(result) != 0) {
      report.result = parsers::outcome::failed;
      report.output = parsers::with_short_backtraces(parsers::plain_text(err.text() + "\n" + out.text()));
      report.failures.push_back(main_failure(result, err.text(), defined));
    }
    events_.send(parsers::rust_report_event(report));
    return exit_code_of(result);
  }

  parsers::failure main_failure(const child_result& result, std::string_view err,
                                const parsers::location& defined) const {
    if (!parsers::find_rust_panics(parsers::plain_text(err)).empty() && !result.signalled)
      return parsers::rust_test_failure(
          {"main", session_.root, std::filesystem::current_path().string(), defined, line_of_source}, err,
          {});
    parsers::failure out;
    out.kind = result.signalled ? parsers::failure_kind::crash : parsers::failure_kind::assertion;
    out.where = defined;
    out.message = "ended with " + to_string(parsers::rust_ending{result.signalled, result.value});
    return out;
  }

  const parsers::rust_session& session_;
  const parsers::rust_binary& binary_;
  strings command_;
  std::string executable_;
  std::string folder_;
  event_channel events_;
  report_format format_ = report_format::libtest;
  parsers::rust_listing listing_;
  parsers::rust_choice chosen_;  // by name
  int code_ = 0;
  int restarts_ = 0;
  std::size_t not_run_ = 0;
};

}  // namespace

unsigned long add_to_total(const char* session_folder, unsigned long count) {
  const auto path = std::string{session_folder} + "/total";
  unsigned long total = std::strtoul(read_whole(path).c_str(), nullptr, 10) + count;
  std::ofstream{path} << total;
  return total;
}

void forget_failed_binaries(const char* session_folder) {
  ::unlink((std::string{session_folder} + failed_file).c_str());
}

bool has_failed_binary(const char* session_folder) {
  return ::access((std::string{session_folder} + failed_file).c_str(), F_OK) == 0;
}

int cargo_exec(int argc, char** argv) {
  if (argc < 1) {
    std::fputs("covey __cargo-exec: a program is needed\n", stderr);
    return 2;
  }
  ::signal(SIGPIPE, SIG_IGN);
  const strings command{argv, argv + argc};
  const char* variable = std::getenv(cargo_session_variable);
  const std::string folder = variable != nullptr ? variable : "";
  ::unsetenv(cargo_session_variable);
  std::optional<parsers::rust_session> session;
  if (!folder.empty()) session = parsers::read_rust_session(read_whole(folder + cargo_session_file));
  if (session) give_back(session->environment);
  if (!session) {
    ::signal(SIGPIPE, SIG_DFL);
    return become(command);
  }
  const auto it = session->binaries.find(command.front());
  if (it == session->binaries.end()) {
    ::signal(SIGPIPE, SIG_DFL);
    return become(with_user_runner(*session, command));
  }
  if (it->second.choice.empty()) return 0;  // a rerun of others: cargo has no way to leave out one binary
  const int code = binary_run{*session, it->second, command, folder}.run();
  if (code != 0) std::ofstream{folder + failed_file} << code;
  return code;
}

}  // namespace covey::process
