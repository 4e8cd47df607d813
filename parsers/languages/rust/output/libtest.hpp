// The stdout of one test binary in libtest's JSON format (`--format json`, also spoken by libtest-mimic) ->
// events of the private channel, and the text that libtest would have shown. Tests may write to the same
// stdout: what is no report of a test that the binary has and has started goes to the text as it is, and so
// does, under --report-time, a pass or a failure without its time, and the word that a test was ignored which
// is listed as one that is not. A limit remains: a test that prints such
// a message in full, with a time, about a test that runs beside it is believed; but a failure stands,
// whichever of the two reports it is, and each test is reported once.
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/languages/rust/output/failure.hpp"
#include "parsers/text/lines.hpp"
#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// A test of a binary; the file of the place is empty where that is not known.
struct rust_listed {
  location where;
  bool may_be_ignored = true;  // known only from the JSON form
  bool alias = false;          // another spelling of a test that is listed already
};

using rust_listing = std::map<std::string, rust_listed, std::less<>>;

// `--list --format json` (Rust 1.72 and later) or `--list --format terse`. Files come out absolute.
rust_listing read_rust_listing(std::string_view text, std::string_view root);

// How a test binary ended: "exit code 3", "signal 6 (SIGABRT)".
struct rust_ending {
  bool signalled = false;
  int value = 0;
};

std::string to_string(const rust_ending& ending);

// Those of `all` stopped with their process, and each ended when it ran alone.
failure rust_joint_crash(const std::vector<std::string>& all, const rust_ending& ending);

struct libtest_options {
  std::string group;
  rust_test_context context;  // of every test; `name` and `defined` are set from the listing
  rust_listing tests;         // empty: not known, every name is believed
  bool timed = false;         // started with --report-time: a test that ran tells how long it took
  std::function<std::string()> said_so_far = {};  // the end of the process' stderr; may be empty
  std::uint64_t waiting = 0;                      // tests of the group that later processes are to run
  bool suspects_run_again = false;  // of several tests that stop with their process none is judged yet
};

class libtest_reader {
 public:
  using sink = std::function<void(std::string_view)>;

  libtest_reader(libtest_options options, sink on_event, sink on_text);

  void feed(std::string_view bytes);
  // The binary has ended, and this was the end of its stderr. Tests that were running have crashed.
  void finish(const rust_ending& ending, std::string_view said_last);

  bool crashed() const { return crashed_; }
  std::uint64_t ended() const { return ended_; }
  // How many tests the binary has said that it is going to run; nothing: it did not come to that.
  std::optional<std::uint64_t> announced() const { return announced_; }
  const std::set<std::string, std::less<>>& started() const { return started_; }
  // Which of these has brought the process down is not known.
  const std::vector<std::string>& suspects() const { return suspects_; }
  bool has_outcome(std::string_view test) const { return outcomes_.find(test) != outcomes_.end(); }

 private:
  void on_line(std::string_view line, bool cut);
  void pass_through(std::string_view text);
  bool on_message(const boost::json::object& message);
  bool on_test(const boost::json::object& message);
  bool is_believable(const boost::json::object& message, std::string_view event) const;
  void on_suite(const boost::json::object& message);
  void announce(std::uint64_t count);
  void report(const boost::json::object& message, std::string_view event);
  void report_crashes(const rust_ending& ending, std::string_view said_last);
  void suspect_the_running();
  bool is_known(const std::string& name) const;
  location place_of(const std::string& name) const;
  rust_test_context context_of(const std::string& name) const;

  libtest_options options_;
  sink on_event_;
  sink on_text_;
  line_splitter lines_;
  std::vector<std::string> running_;
  std::vector<std::string> suspects_;
  std::set<std::string, std::less<>> started_;
  std::map<std::string, outcome, std::less<>> outcomes_;
  std::uint64_t ended_ = 0;
  std::optional<std::uint64_t> announced_;
  bool suite_ended_ = false;
  bool crashed_ = false;
};

}  // namespace covey::parsers
