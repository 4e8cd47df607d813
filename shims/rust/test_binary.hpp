// A test binary of a session: how it is started, which tests it has, and how it can report them.
#pragma once

#include "process/piped_child.hpp"
#include "parsers/languages/rust/job.hpp"
#include "parsers/languages/rust/output/libtest.hpp"
#include <string>
#include <utility>
#include <vector>

namespace covey::process {

enum class report_format {
  libtest,
  mimic,     // a harness of the target's own that speaks libtest's JSON, one name at a time
  exit_code  // nothing but that
};

// For tests: panics tell where they come from; errors that carry a backtrace keep to what the user has asked
// for.
std::vector<std::pair<std::string, std::string>> with_backtraces();

class cargo_binary {
 public:
  cargo_binary(const parsers::rust_session& session, const parsers::rust_binary& about,
               std::vector<std::string> command, std::string folder);

  const parsers::rust_session& session() const { return session_; }
  const parsers::rust_binary& about() const { return about_; }
  const std::string& folder() const { return folder_; }  // the session's
  const std::string& program() const { return command_.front(); }
  report_format format() const { return format_; }

  // `measured`: what it runs counts for the coverage.
  child_request request(const std::vector<std::string>& arguments, bool measured) const;

  parsers::rust_listing list() const;

  // Of a test, without its name and its place.
  parsers::rust_test_context context() const;

 private:
  std::vector<std::pair<std::string, std::string>> environment(bool measured) const;
  std::string output_of(const std::vector<std::string>& arguments) const;
  report_format find_format(const std::string& executable) const;
  bool speaks_json() const;

  const parsers::rust_session& session_;
  const parsers::rust_binary& about_;
  std::vector<std::string> command_;
  std::string folder_;
  report_format format_;
};

// `harness = false`: the target is one test, and its exit code is the outcome, which is returned.
int run_cargo_main(const cargo_binary& binary, event_channel& events);

// A binary that the system refuses to start.
int tell_not_started(const cargo_binary& binary, const child_result& result, event_channel& events);

}  // namespace covey::process
