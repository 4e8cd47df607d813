// The stdout of one test binary in libtest's JSON format (`--format json`, also written by libtest-mimic) ->
// events of the private channel, and the text that libtest would have printed. Tests may write to the same
// stdout, so these lines are passed on as text: a report of a test that the binary does not list or has not
// started; under --report-time, a pass or failure without a time; "ignored" for a test that is not listed as
// ignored. Where libtest keeps a journal (--logfile), a pass counts if that
// has it. Where it keeps none, a message in full about a test that runs is believed. If either of two reports of a test is a
// failure, the failure stands, and each test is reported once.
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/languages/rust/output/failure.hpp"
#include "parsers/text/streams.hpp"
#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

// A test of a binary; the file of its place is empty if it is not known.
struct listed_test {
  location where;
  bool may_be_ignored = true;  // only the JSON form can say false
  bool alias = false;          // another spelling of a listed test
  // The line of the harness's own source that names the test; 0: unknown. Its code may be elsewhere.
  std::uint32_t named = 0;
  std::uint32_t count = 1;  // a macro that adds #[test] to what has it makes two tests of one name
};

using test_list = std::map<std::string, listed_test, std::less<>>;

// Reads `--list --format json` (Rust 1.72 and later) or `--list --format terse`. Files become absolute.
test_list read_test_list(std::string_view text, std::string_view root);

// How a test binary ended: "exit code 3", "signal 6 (SIGABRT)".
struct process_ending {
  bool signalled = false;
  int value = 0;
};

std::string to_string(const process_ending& ending);

// The tests `all` ran when their process crashed, but none of them crashes when run alone.
failure common_crash(const std::vector<std::string>& all, const process_ending& ending);

struct libtest_options {
  std::string group;
  test_context context;        // of every test; `name` and `defined` are set from the listing
  test_list tests;             // empty: unknown, so every name is believed
  std::string selection = {};  // the user's words that leave tests out; empty: covey chooses
  bool timed = false;          // started with --report-time: a test that ran reports its duration
  std::function<std::string()> said_so_far = {};  // the end of the process' stderr; may be empty
  std::uint64_t waiting = 0;                      // tests of the group that later processes will run
  bool suspects_run_again = false;                // if several tests stop with their process, report none yet
};

class libtest_reader {
 public:
  using sink = std::function<void(std::string_view)>;

  libtest_reader(libtest_options options, sink on_event, sink on_text);

  void feed(std::string_view bytes);
  // What the process wrote to stderr before the stdout that feed() gets next: libtest does not capture what a test writes past
  // print!, or has another process write (trybuild).
  void feed_err(std::string_view bytes) { said_alone_.append(bytes); }
  // The binary ended; `said_last` is the end of its stderr. Tests that were running have crashed. `journal`: the file of
  // --logfile; null: there is none.
  void finish(const process_ending& ending, std::string_view said_last, const std::string* journal = nullptr);

  bool crashed() const { return crashed_; }
  std::uint64_t ended() const { return ended_; }
  // How many tests the binary announced; nullopt: it ended before that.
  std::optional<std::uint64_t> announced() const { return announced_; }
  const std::set<std::string, std::less<>>& started() const { return started_; }
  // One of these tests crashed the process; which one is unknown.
  const std::vector<std::string>& suspects() const { return suspects_; }
  bool has_outcome(std::string_view test) const { return told_.find(test) != told_.end(); }

 private:
  void on_line(std::string_view line, bool cut);
  void pass_through(std::string_view text);
  bool on_message(const boost::json::object& message);
  bool on_test(const boost::json::object& message);
  bool is_believable(const boost::json::object& message, std::string_view event) const;
  void on_suite(const boost::json::object& message);
  void announce(std::uint64_t count);
  void report(const boost::json::object& message, std::string_view event);
  void disbelieve(std::string_view journal);
  void report_crashes(const process_ending& ending, std::string_view said_last);
  void suspect_the_running();
  std::string said_by_the_only_one();
  bool is_known(const std::string& name) const;
  std::uint32_t count_of(std::string_view name) const;
  location place_of(const std::string& name) const;
  location named_place_of(const std::string& name) const;
  failure with_place(failure why, const std::string& name) const;
  test_context context_of(const std::string& name) const;

  libtest_options options_;
  sink on_event_;
  sink on_text_;
  line_splitter lines_;
  std::vector<std::string> running_;
  head_tail said_alone_;  // since the last test ended
  bool alone_ = true;     // no two tests have run at once since then
  std::vector<std::string> suspects_;
  std::set<std::string, std::less<>> started_;
  std::map<std::string, std::uint32_t, std::less<>> begun_;  // how many of that name
  struct reports {
    std::uint32_t count = 0;
    bool failed = false;               // one of them
    std::optional<outcome> good = {};  // of one of them, if that was believed
  };
  std::map<std::string, reports, std::less<>> told_;
  std::uint64_t ended_ = 0;
  std::optional<std::uint64_t> announced_;
  bool suite_ended_ = false;
  bool crashed_ = false;
  bool forged_ = false;  // passes were printed that libtest does not know
};

// Where the source of a libtest-mimic harness names its tests: `Trial::test("name", …)`. Such a harness lists
// names alone.

// Sets listed_test::named of each test whose name one line of `source` gives to a trial. A name that is made
// at run time, or given on two lines, has none.
void find_trials(test_list& tests, std::string_view source);

}  // namespace covey::parsers::languages::rust
