// One run as its reporters tell it: the events as they come (event_output.cpp), and what the end of a command
// and of the run adds to them (event_output_end.cpp).
#pragma once

#include "parsers/events/event_output.hpp"
#include "parsers/events/event_reader.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/text/head_tail.hpp"
#include "parsers/text/lines.hpp"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

// Counts the known tests that never began, from what the groups report: `known` and `done` of the private
// channel (reporters/README.md). A group that is done has run all that it intended to run, whatever its list
// had said.
class expected_tests {
 public:
  // `count` groups will come, besides those that are known.
  void expect_groups(std::uint64_t count) { expected_groups_ = groups_.size() + count; }
  void all_groups_came() { expected_groups_ = 0; }
  // `count` more tests of the group will end; 0: it will run, but its tests are not counted yet.
  // `with_skipped`: the count includes tests that will be reported as skipped without having begun.
  void know(const shared_text& group, std::uint64_t count, bool with_skipped);
  // Of the groups that will come, this one is there, whether it is known or not.
  void test_began(const shared_text& group) {
    if (expected_groups_ > 0) groups_[group].began = true;
  }
  void test_ended(const shared_text& group, bool began_or_ran);
  void done(const shared_text& group, std::uint64_t not_run);

  // For each group that left tests out: how many.
  std::vector<unrun_tests> not_run() const;
  // One sentence about the groups that never began and were not counted; empty: there are none.
  std::string never_began() const;

 private:
  struct group_state {
    std::uint64_t expected = 0;
    std::uint64_t ended = 0;
    bool counted = false;
    bool with_skipped = true;
    bool is_done = false;
    bool began = false;         // a test of it, before it was counted
    std::uint64_t not_run = 0;  // once it is done
  };

  std::map<shared_text, group_state> groups_;
  std::size_t expected_groups_ = 0;
};

// Two tests of one group may share a name; the key, where there is one, tells them apart.
using identity = std::pair<std::string_view, std::string_view>;

inline identity identity_of(std::string_view group, std::string_view name, std::string_view key) {
  return {group, key.empty() ? name : key};
}

inline identity identity_of(const reporter_event& event) {
  return identity_of(event.group, event.name, event.key);
}

struct open_test {
  test_id id;
  std::string key;
  location defined;
  std::uint64_t order = 0;
  std::vector<std::uint32_t> selections = {};
  mutable std::vector<failure> failures = {};  // that came before its report
  mutable bool waits = false;                  // another one within it runs, or it has not begun
  mutable bool told = false;                   // its runner told its end, after the stop
};

// The tests that have begun and not ended; the reader of the private channel looks them up here.
class open_tests {
 public:
  // Resumes a test that waits. Moves the event's place and selections.
  void begin(test_id id, reporter_event& event);
  // Forgets it, with its failures.
  void pause(const reporter_event& event);
  // It stays only if it has failures.
  void wait(const reporter_event& event);
  // Moves the event's failures; beyond 50 per test they are dropped. A test that has not begun waits.
  void fail(test_id id, reporter_event& event);
  // Of several tests of one identity the one that began at the event's place, else the first that began.
  std::optional<open_test> take(const reporter_event& event);
  // The runner is being stopped, which ends the tests that are open now.
  void stopping() { begun_before_stop_ = begun_; }
  // The test that was open then and is now said to have ended; null: there is none. It stays open.
  const open_test* stopped(const reporter_event& event) const;
  // The first that began of those that do not wait; null: none.
  const open_test* oldest() const;
  // In the order in which they began; the set is empty afterwards.
  std::vector<open_test> take_all();

 private:
  struct by_identity {
    using is_transparent = void;
    static identity of(const open_test& test) { return identity_of(test.id.group, test.id.name, test.key); }
    static const identity& of(const identity& who) { return who; }
    bool operator()(const auto& a, const auto& b) const { return of(a) < of(b); }
  };

  std::multiset<open_test, by_identity> tests_;  // equal identities in the order in which they began
  std::uint64_t begun_ = 0;
  std::uint64_t begun_before_stop_ = 0;
};

class event_output final : public output_parser {
 public:
  explicit event_output(event_output_options options)
      : options_(std::move(options)), separator_(options_.separator), reader_(options_.root) {
    for (const auto& wanted : options_.wanted) {
      awaited_.insert(identity_of(wanted.id.group, wanted.id.name, wanted.key));
      awaited_groups_.insert(wanted.id.group);
    }
  }

  void feed(stream from, std::string_view bytes) override {
    if (from == stream::events)
      lines_.feed(bytes, [this](auto line, bool cut) { on_line(line, cut); });
    else
      (from == stream::out ? out_ : err_).append(bytes);
  }

  // An unknown total is not reported: one that follows the count would always say "5 of 5".
  progress now() const override {
    const auto* running = open_.oldest();
    return {done_,
            failed_,
            total_ > 0 ? std::max(total_, done_) : 0,
            full_name(current_),
            results_.failures.size(),
            running != nullptr ? full_name(running->id) : std::string{}};
  }

  // A place counts those that a correction took away: then a later one may be told twice, but none is lost.
  failures_so_far failures_since(std::size_t from, std::size_t max) const override;
  void stopping() override { open_.stopping(); }
  void end_command(std::string_view runner, const run_ending& ending) override;
  run_results finish(const run_ending& ending) override;

 private:
  void on_line(std::string_view line, bool cut);
  void on_event(reporter_event& event);
  bool is_of_the_stop(const reporter_event& event);
  void on_note(reporter_event& event);
  void on_deselected(const reporter_event& event);
  void on_threshold(reporter_event& event);
  void on_report(reporter_event& event);
  bool is_correction(const reporter_event& event, location& defined);
  void set_current(const reporter_event& event);
  void add_failure(test_id id, std::string key, failure why, std::string output);
  void close_open_tests(const run_ending& ending);
  void add_end(open_test& test, const run_ending& ending, const std::string& err, bool only);
  void fail_open(open_test& test);
  void diagnose_silence(const std::string& runner, const run_ending& ending);
  void add_diagnosed(const run_ending& ending);
  void add_untaken(const rerun_test& wanted);
  void add_missing(const run_ending& ending);
  bool came_to_an_end(const rerun_test& wanted) const;
  void know_group(std::string_view group) { awaited_groups_.erase(group); }
  bool knows_group(const rerun_test& wanted) const { return awaited_groups_.count(wanted.id.group) == 0; }
  void note(std::string text);
  void note_on(std::string_view group, const std::string& text);
  test_id id_of(const reporter_event& event) const {
    return {event.group, std::string{event.name}, separator_};
  }

  static constexpr std::size_t max_line = std::size_t{4} * 1024 * 1024;
  static constexpr std::size_t max_said = 64 * 1024;
  static constexpr std::size_t max_notes = 20;

  event_output_options options_;
  shared_text separator_;
  failure_budget budget_;
  line_splitter lines_{max_line};
  event_reader reader_;
  reporter_event event_;
  head_tail out_{max_said};
  head_tail err_{max_said};
  run_results results_;
  expected_tests census_;
  open_tests open_;
  // Only the rerun set is awaited, so nothing here grows with the tests that run. Views point into options_.
  std::set<identity> awaited_;                            // its tests that have not ended
  std::set<std::string_view> awaited_groups_;             // its groups of which nothing was reported
  std::map<std::string, std::string, std::less<>> gone_;  // keys that name no test any more, and maybe why
  struct group_note {
    std::size_t at = 0;  // in results_.notes
    std::string groups;  // the first of them
    std::size_t count = 0;
  };
  std::map<std::string, group_note, std::less<>> group_notes_;  // by their text
  std::uint64_t done_ = 0;
  std::uint64_t failed_ = 0;
  std::size_t corrected_failures_ = 0;  // reported, and taken away again
  std::uint64_t total_ = 0;
  std::uint64_t done_before_ = 0;    // when the present command began
  std::size_t failures_before_ = 0;  // likewise
  std::size_t tests_before_ = 0;     // likewise
  std::uint64_t strange_lines_ = 0;
  test_id current_{{}, {}, separator_};
  bool complete_ = false;  // the runner has said `end`
  bool judged_ = false;    // nothing has been reported since the last end_command()
};

}  // namespace covey::parsers
