// One package of a run: its tests as their events tell them, and, when its process has ended, what the events
// left open: who panicked, what was still running, and why a package is red although no test is.
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/go/output/code.hpp"
#include "parsers/languages/go/output/failure.hpp"
#include "parsers/languages/go/output/panic.hpp"
#include "parsers/languages/go/output/test2json.hpp"
#include "parsers/text/head_tail.hpp"
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

namespace covey::parsers {

// In an order that leaves no holes: there may be a million of them.
struct go_test {
  std::string name;
  std::chrono::milliseconds duration{0};
  std::unique_ptr<head_tail> output;  // dropped when the test, or before Go 1.20 its package, has ended
  std::unique_ptr<failure> why;       // only of tests that failed by themselves
  std::uint32_t first_child_at = 0;   // how much it had printed when its first subtest began
  std::uint32_t ended_at = 0;         // counts the package's test events
  std::optional<outcome> result;
  bool running = false;
  bool waiting = false;           // it runs in parallel and its turn has not come
  bool failing_below = false;     // a subtest of it failed
  bool failed_by_itself = false;  // … and it said what was wrong with itself
};

// Tests by their names, without a second copy of these.
struct go_test_hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
  std::size_t operator()(const go_test* test) const { return (*this)(test->name); }
};
struct same_go_test {
  using is_transparent = void;
  bool operator()(const go_test* a, const go_test* b) const { return a->name == b->name; }
  bool operator()(std::string_view a, const go_test* b) const { return a == b->name; }
  bool operator()(const go_test* a, std::string_view b) const { return a->name == b; }
};

class go_package_run {
 public:
  enum class interruption : std::uint8_t { died, timed_out, cancelled };

  go_package_run(std::string import_path, const go_code& code, failure_budget& budget)
      : import_path_(std::move(import_path)), code_(code), budget_(budget) {}

  // A rerun may start the same package again: results are merged, and a failure stays one.
  void start();
  go_test& begin_test(std::string_view name);
  void wait(std::string_view test, bool waits);
  // `framed`: the runner marks its own lines (Go 1.20), so a test cannot forge them. Null where the event is
  // no test's.
  go_test* end_test(std::string_view name, outcome result, std::chrono::milliseconds duration, bool framed);
  void output(std::string_view test, std::string_view text, go_output_type type);
  void end(bool red, bool framed);
  // The run is over and end() never came.
  void interrupt(interruption how);

  const shared_text& import_path() const { return import_path_; }
  bool ended() const { return ended_; }
  bool came_to_its_end() const { return ended_ && verdict_.has_value(); }
  bool build_failed() const { return build_failed_; }
  const go_test* find(std::string_view test) const;
  const std::deque<go_test>& tests() const { return tests_; }  // in the order of their first sight
  const std::optional<failure>& own_failure() const { return own_failure_; }
  std::vector<test_id> unfinished() const;
  // Tests that were still waiting for their turn when the process ended.
  std::uint64_t left_waiting() const { return left_waiting_; }
  std::uint64_t done() const { return done_; }      // tests that have ended
  std::uint64_t failed() const { return failed_; }  // of these, by themselves

 private:
  struct runtime_dump {
    go_test* under = nullptr;  // whose output it came in
    // A long message leaves the stacks their head: the first is that of the goroutine that panicked.
    head_tail message{std::size_t{64} * 1024};
    head_tail stacks{std::size_t{64} * 1024};

    bool has_stack() const { return stacks.total() > 0; }  // else it is only text that a test printed
    std::string text() const;
  };

  go_test* find(std::string_view test);
  go_test& find_or_add(std::string_view name);
  void watch(go_test* under, std::string_view text);
  void set_result(go_test& test, outcome result);
  void fail(go_test& test, failure why);
  void mark_ancestors(const go_test& test);
  bool failed_by_itself(const go_test& test) const;
  bool has_running() const;
  void recover_results(bool green, bool framed);
  void blame_dump();
  go_test* panic_owner(const panic_trace& report);
  go_test& panicked_subtest(go_test& under, std::string_view function);
  std::vector<go_test*> running_leaves();
  void fail_running(failure_kind kind, std::string_view message);
  void fail_package();
  test_id id_of(const go_test& test) const { return {import_path_, test.name}; }

  shared_text import_path_;  // of the ids of all its tests
  const go_code& code_;
  failure_budget& budget_;
  std::deque<go_test> tests_;  // they stay where they are
  boost::unordered_flat_set<go_test*, go_test_hash, same_go_test> by_name_;
  go_test* last_found_ = nullptr;
  std::optional<failure> own_failure_;
  std::uint32_t events_ = 0;  // that begin or end a test
  std::uint64_t done_ = 0;
  std::uint64_t failed_ = 0;
  std::uint64_t left_waiting_ = 0;

  // Of the present process.
  bool ended_ = false;
  bool build_failed_ = false;
  bool ran_a_test_ = false;
  bool has_failed_ = false;
  bool marks_errors_ = false;    // the runner says which output is an error (Go 1.27)
  std::optional<bool> verdict_;  // the testing package's last word, PASS or FAIL: it came to its end
  std::string exit_line_;        // "exit status 3", "signal: killed"
  head_tail printed_{std::size_t{64} * 1024};
  std::unique_ptr<runtime_dump> dump_;
};

}  // namespace covey::parsers
