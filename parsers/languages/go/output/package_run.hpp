// One package of a run: its tests as their events report them, and, once its process has ended, what the
// events left open: which test panicked, which still ran, and why a package failed although no test did.
#pragma once

#include "parsers/events/failure_text.hpp"
#include "parsers/languages/go/sources.hpp"
#include "parsers/languages/go/output/failure.hpp"
#include "parsers/languages/go/output/panic.hpp"
#include "parsers/languages/go/output/test2json.hpp"
#include "parsers/model/test.hpp"
#include "parsers/text/streams.hpp"
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::go {

// A test of a package as its events report it.
// Members are ordered to avoid padding: there may be a million of these.
struct test_state {
  std::string name;
  std::chrono::milliseconds duration{0};
  std::unique_ptr<head_tail> output;  // dropped when the test, or before Go 1.20 its package, has ended
  std::unique_ptr<failure> why;       // only of tests that failed by themselves
  std::uint32_t first_child_at = 0;   // how much it had printed when its first subtest began
  std::uint32_t ended_at = 0;         // counts the package's test events
  std::optional<outcome> result;
  bool running = false;
  bool waiting = false;           // it is parallel and waits for its turn
  bool failing_below = false;     // a subtest of it failed
  bool failed_by_itself = false;  // … and it reported an error of its own
  bool set_aside = false;         // it failed as the test that ran it expected: it has no result
};

// Head and tail of it.
inline std::string printed_by(const test_state& test) {
  return test.output ? test.output->text() : std::string{};
}

// Not a subtest.
inline bool is_top(std::string_view name) {
  return name.find('/') == std::string_view::npos;
}

// A parent whose subtest failed is not listed beside it, unless it also failed by itself.
inline bool is_listed_failure(const test_state& test) {
  return test.why &&
         (!test.failing_below || test.failed_by_itself || test.why->kind != failure_kind::assertion);
}

// Finds tests by their names, without a second copy of the names.
struct test_hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
  std::size_t operator()(const test_state* test) const { return (*this)(test->name); }
};
struct same_test {
  using is_transparent = void;
  bool operator()(const test_state* a, const test_state* b) const { return a->name == b->name; }
  bool operator()(std::string_view a, const test_state* b) const { return a == b->name; }
  bool operator()(const test_state* a, std::string_view b) const { return a->name == b; }
};

// Tests that a test runs itself (testing.RunTests, as testify's own suite does): their events stand among those of
// the package's tests, and they may fail because the test that runs them wants that.
class inner_tests {
 public:
  // Of tests whose names have no slash, in the order of the events.
  void begins(const test_state& top);
  void waits(const test_state& top, bool waits);
  void ends(const test_state& top) { awake_.erase(&top); }

  // Whether a test that has failed is no failure of the package: a test around it ended after it, and passed. A failed
  // subtest fails its parents, so below a name that passed it is of another's making; and so is all below a test that
  // no source defines and that began while exactly one other ran, as the package itself starts none.
  // `find`: a test by its name, or null. `defined`: the package's tests by its sources; none: not known.
  using finder = std::function<const test_state*(std::string_view name)>;
  using definitions = std::function<std::vector<std::string>()>;
  bool failed_as_expected(const test_state& test, const finder& find, const definitions& defined) const;

 private:
  boost::unordered_flat_set<const test_state*> awake_;
  boost::unordered_flat_map<const test_state*, const test_state*> outer_;
};

class package_run;
using seen_test = std::pair<const package_run*, test_state*>;

// What the packages of a run share.
struct run_totals {
  failure_budget budget;
  std::vector<seen_test> tests;  // in the order of first appearance
  std::uint64_t done = 0;        // of them, those that have ended
  std::uint64_t failed = 0;      // of these, by themselves
};

class package_run {
 public:
  enum class interruption : std::uint8_t { died, timed_out, cancelled };

  package_run(std::string import_path, const place_resolver& code, run_totals& totals)
      : import_path_(std::move(import_path)), code_(code), totals_(totals) {}

  // A rerun may start the same package again: results are merged, and a failure stays one.
  void start();
  test_state& begin_test(std::string_view name);
  void wait(std::string_view name, bool waits);
  // `framed`: the runner marks its own lines (Go 1.20), so a test cannot forge them. Null if the event
  // belongs to no test.
  test_state* end_test(std::string_view name, outcome result, std::chrono::milliseconds duration,
                       bool framed);
  // Of a test that no event tells of, once its process has ended.
  test_state& add_result(std::string_view name, outcome result, std::chrono::milliseconds duration,
                         std::optional<failure> why);
  void output(std::string_view test, std::string_view text, output_type_of_event type);
  void end(bool red, bool framed);
  // The process ended before its tests did, and another one runs the rest (shims/go/commands.hpp). First those that ran in the one
  // and will in the other: nothing was found out about them.
  void put_back(std::string_view test);
  void go_on(bool framed);
  // Of a process that Go calls ok: it has failed, unless its TestMain leaves it out. Then its tests were skipped.
  void judge_if_it_never_began();
  // The process came to its end, though its output broke off: where it ends, and what followed is not known.
  void lose_results();
  // For a run that is over without a call of end().
  void interrupt(interruption how);

  const shared_text& import_path() const { return import_path_; }
  bool ended() const { return ended_; }
  bool came_to_its_end() const { return ended_ && verdict_.has_value(); }
  bool build_failed() const { return build_failed_; }
  const test_state* find(std::string_view test) const;
  const std::deque<test_state>& tests() const { return tests_; }  // in the order of first appearance
  const std::optional<failure>& own_failure() const { return own_failure_; }
  const std::string& note() const { return note_; }  // what the answer says of it
  std::vector<test_id> unfinished() const;
  // Tests that were still waiting for their turn when the last process ended.
  std::uint64_t left_waiting() const;

 private:
  struct runtime_dump {
    test_state* under = nullptr;  // the test in whose output it appeared
    // Bounded apart, so that a long message keeps the first stack: that of the goroutine that panicked.
    head_tail message{std::size_t{64} * 1024};
    head_tail stacks{std::size_t{64} * 1024};

    bool has_stack() const { return stacks.total() > 0; }  // else it is only text that a test printed
    std::string text() const;
  };

  test_state* find(std::string_view test);
  test_state* find_benchmark(std::string_view name);
  void end_benchmarks();
  test_state& find_or_add(std::string_view name);
  test_state* speaker(std::string_view name);
  void watch(test_state* under, std::string_view text);
  void set_result(test_state& test, outcome result);
  void fail(test_state& test, failure why);
  void drop_summary(std::string_view name);
  void mark_ancestors(const test_state& test);
  bool failed_by_itself(const test_state& test) const;
  bool has_running() const;
  void recover_results(bool green, bool framed);
  void blame_dump();
  test_state* panic_owner(const panic_trace& report);
  test_state& panicked_subtest(test_state& under, std::string_view function);
  std::vector<test_state*> running_leaves();
  void fail_running(failure_kind kind, std::string_view message);
  void set_inner_tests_aside();
  void fail_package();
  test_id id_of(const test_state& test) const { return {import_path_, test.name}; }

  shared_text import_path_;  // shared by the ids of all its tests
  const place_resolver& code_;
  run_totals& totals_;
  std::deque<test_state> tests_;  // a deque: pointers to them stay valid
  boost::unordered_flat_set<test_state*, test_hash, same_test> by_name_;
  test_state* last_found_ = nullptr;
  inner_tests inner_;
  std::vector<test_state*> open_benchmarks_;  // begun since the last outermost test
  std::optional<failure> own_failure_;
  std::string note_;
  std::vector<test_id> lost_;
  std::uint32_t events_ = 0;  // that begin or end a test

  // Of the current process.
  bool ended_ = false;
  bool build_failed_ = false;
  bool ran_a_test_ = false;
  bool has_failed_ = false;
  bool marks_errors_ = false;    // the runner says which output is an error (Go 1.27)
  std::optional<bool> verdict_;  // the testing package's final PASS or FAIL: the process ran to its end
  std::string exit_line_;        // "exit status 3", "signal: killed"
  head_tail printed_{std::size_t{64} * 1024};
  std::unique_ptr<runtime_dump> dump_;
};

}  // namespace covey::parsers::languages::go
