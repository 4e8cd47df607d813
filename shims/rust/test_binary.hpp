// A test binary of a session: how it is started, which tests it has, and how it can report them.
#pragma once

#include "process/piped_child.hpp"
#include "parsers/languages/rust/job.hpp"
#include "parsers/languages/rust/output/libtest.hpp"
#include <string>
#include <utility>
#include <vector>

namespace covey::shims::rust {

namespace language = parsers::languages::rust;

// The folder with the session (parsers/languages/rust/job.hpp), set by `__cargo-test`; not passed on, because
// a test may run cargo itself.
constexpr const char* session_variable = "COVEY_CARGO";
constexpr const char* session_file = "/session.json";

// Adds to the run's number of tests, and returns the sum: each binary adds its own count.
unsigned long add_to_total(const char* session_folder, unsigned long count);

// Whether a binary of the session failed since `forget_failed_binaries` was called; if so, its failures were sent.
void note_failed_binary(const char* session_folder);
void forget_failed_binaries(const char* session_folder);
bool has_failed_binary(const char* session_folder);

enum class report_format {
  libtest,
  mimic,     // a harness of the target's own that writes libtest's JSON and takes one name at a time
  exit_code  // only the exit code
};

// The command that starts a program as the user's own runner does.
std::vector<std::string> with_user_runner(const language::cargo_session& session,
                                          std::vector<std::string> command);

// The environment of tests: panics print a backtrace; errors that carry a backtrace print it only if the user
// requested that.
std::vector<std::pair<std::string, std::string>> with_backtraces();

class test_binary {
 public:
  test_binary(const language::cargo_session& session, const language::session_binary& about,
              std::vector<std::string> command, std::string folder);

  const language::cargo_session& session() const { return session_; }
  const language::session_binary& about() const { return about_; }
  const std::string& folder() const { return folder_; }  // the session's
  const std::string& program() const { return command_.front(); }
  report_format format() const { return format_; }

  // `measured`: the lines that it runs count for coverage. Each request is for one process.
  process::child_request request(const std::vector<std::string>& arguments, bool measured) const;

  language::test_list list();

  // Where libtest is asked to write what ended how, which no test can print; "": it cannot.
  const std::string& journal() const { return journal_; }

  // The context of a test, without its name and its place.
  language::test_context context() const;

 private:
  std::vector<std::pair<std::string, std::string>> environment(bool measured) const;
  std::string output_of(const std::vector<std::string>& arguments) const;
  report_format find_format(const std::string& executable);
  bool speaks_json() const;

  const language::cargo_session& session_;
  const language::session_binary& about_;
  std::vector<std::string> command_;
  std::string folder_;
  report_format format_;
  std::string journal_;
  mutable std::size_t measured_ = 0;  // processes
};

// A binary tells there which test counted what (reporters/rust/covey_tests.rs), in a file with this ending.
constexpr const char* tests_variable = "COVEY_RUST_TESTS";
constexpr const char* tests_ending = ".tests";

// For `harness = false`: the target is one test, its exit code is the outcome. Returns that code.
int run_main_harness(const test_binary& binary, process::event_channel& events);

// Reports a binary that the system refused to start.
int tell_not_started(const test_binary& binary, const process::child_result& result,
                     process::event_channel& events);

}  // namespace covey::shims::rust
