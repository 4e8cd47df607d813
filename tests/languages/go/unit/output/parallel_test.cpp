// Tests that call t.Parallel() wait until the others are done: when their process ends before, they have done
// nothing.
#include "parsers/languages/go/output/output.hpp"
#include "tests/languages/go/unit/output/recording.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

using namespace covey::parsers;
using namespace covey::parsers::languages::go;
using namespace covey::parsers::testing;

namespace {

std::string event(const std::string& action, const std::string& test, const std::string& output = {}) {
  return R"({"Action":")" + action + R"(","Package":"p")" +
         (test.empty() ? "" : R"(,"Test":")" + test + "\"") +
         (output.empty() ? "" : R"(,"Output":")" + output + R"(\n")") + "}\n";
}

// TestOne and TestTwo wait, as does a subtest of TestParent.
const std::string begun = event("start", "") + event("run", "TestOne") + event("pause", "TestOne") +
                          event("run", "TestTwo") + event("pause", "TestTwo") + event("run", "TestParent") +
                          event("run", "TestParent/sub") + event("pause", "TestParent/sub");
const std::string left = event("output", "", "exit status 3") + event("fail", "");

go_recording recording(const std::string& events) {
  return {events, "", nullptr};
}

std::string failed(const run_results& results) {
  std::string out;
  for (const auto& one : results.failures) out += (out.empty() ? "" : " ") + one.id.name;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(parallel_go_tests)

BOOST_AUTO_TEST_CASE(a_crash_is_not_that_of_tests_which_wait) {
  const auto results = read(recording(begun + left), exited(1));
  BOOST_TEST(failed(results) == "TestParent");
  BOOST_TEST(results.failures.front().message.find("exit status 3") != std::string::npos);
  BOOST_TEST(results.not_run == 3U);
}

BOOST_AUTO_TEST_CASE(a_test_whose_turn_has_come_runs) {
  const auto results = read(recording(begun + event("pass", "TestParent/sub") + event("pass", "TestParent") +
                                      event("cont", "TestOne") + left),
                            exited(1));
  BOOST_TEST(failed(results) == "TestOne");
  BOOST_TEST(results.not_run == 1U);
}

BOOST_AUTO_TEST_CASE(a_panic_leaves_those_that_wait_without_an_outcome) {
  const std::string dump = event("output", "TestParent", "panic: boom") +
                           event("output", "TestParent", "goroutine 7 [running]:") +
                           event("output", "TestParent", "p.TestParent(0x1)") +
                           event("output", "TestParent", "\\t/w/p/p_test.go:9 +0x1d") +
                           event("output", "TestParent", "testing.tRunner(0x1)") +
                           event("output", "TestParent", "\\t/go/testing.go:9 +0x1d") +
                           event("fail", "TestParent") + event("fail", "");
  const auto results = read(recording(begun + dump), exited(1));
  BOOST_TEST(failed(results) == "TestParent");
  BOOST_TEST((results.failures.front().kind == failure_kind::panic));
  BOOST_TEST(results.not_run == 3U);
}

BOOST_AUTO_TEST_CASE(a_panic_that_is_printed_under_another_test_is_its_owners) {
  const std::string dump = event("output", "TestOne", "panic: boom") +
                           event("output", "TestOne", "goroutine 7 [running]:") +
                           event("output", "TestOne", "p.TestParent.func1(0x1)") +
                           event("output", "TestOne", "\\t/w/p/p_test.go:9 +0x1d") +
                           event("output", "TestOne", "testing.tRunner(0x1)") +
                           event("output", "TestOne", "\\t/go/testing.go:9 +0x1d") + event("fail", "");
  const auto results =
      read(recording(begun + event("cont", "TestParent/sub") + event("fail", "TestParent/sub") +
                     event("fail", "TestParent") + event("cont", "TestOne") + dump),
           exited(1));
  BOOST_TEST(failed(results) == "TestOne TestParent/sub");
  BOOST_TEST((results.failures.front().kind == failure_kind::crash));
  BOOST_TEST(results.failures.back().message == "panic: boom");
}

BOOST_AUTO_TEST_CASE(a_process_that_ends_while_all_wait_is_no_pass) {
  const auto waits = event("start", "") + event("run", "TestOne") + event("pause", "TestOne");
  for (const auto& end : {left, event("pass", "")}) {
    const auto results = read(recording(waits + end), exited(0));
    BOOST_REQUIRE(results.failures.size() == 1U);
    BOOST_TEST(results.failures.front().id.name.empty());
    BOOST_TEST(results.not_run == 1U);
  }
}

BOOST_AUTO_TEST_CASE(a_timeout_names_what_runs_and_counts_what_waits) {
  auto stopped = exited(0);
  stopped.timed_out = true;
  const auto results = read(recording(begun), stopped);
  BOOST_TEST(failed(results) == "TestParent");
  BOOST_TEST(results.not_run == 3U);
  stopped.timed_out = false;
  stopped.cancelled = true;
  BOOST_TEST(read(recording(begun), stopped).unfinished.size() == 4U);
}

BOOST_AUTO_TEST_CASE(a_rerun_that_a_crash_kept_from_a_test_says_so) {
  const auto results = read(recording(begun + left), exited(1), 0, {{"p", "TestTwo"}});
  BOOST_TEST(failed(results) == "TestParent TestTwo");
  BOOST_TEST(results.failures.back().message == "did not run again: the process of its package ended before");
}

// Below a name that passed nothing of it has failed; but which of two that run began a third is not known, and
// neither is a test whose sources are not.
BOOST_AUTO_TEST_CASE(only_what_surely_is_a_tests_own_is_set_aside) {
  const auto below = event("run", "TestA") + event("run", "TestA/x") + event("fail", "TestA/x");
  const auto beside = event("run", "TestA") + event("run", "x") + event("fail", "x") + event("pass", "TestA");
  const auto end = event("output", "", "PASS") + event("pass", "");
  const auto passed = read(recording(event("start", "") + below + event("pass", "TestA") + end), exited(0));
  BOOST_TEST(failed(passed).empty());
  BOOST_TEST(passed.totals.passed == 1U);
  BOOST_REQUIRE_EQUAL(passed.notes.size(), 1U);
  BOOST_TEST(passed.notes.front().find("(first: p/TestA/x)") != std::string::npos);
  BOOST_TEST(failed(read(recording(event("start", "") + below + event("fail", "TestA") + end), exited(0))) ==
             "TestA/x");
  BOOST_TEST(failed(read(recording(event("start", "") + below + event("output", "", "exit status 3") +
                                   event("fail", "")),
                         exited(1))) == "TestA/x");
  BOOST_TEST(failed(read(recording(event("start", "") + beside + end), exited(0))) == "x");
}

// Behind a test that ended the process another one runs the rest (shims/go/commands.hpp).
BOOST_AUTO_TEST_CASE(what_a_test_that_ended_its_process_kept_from_running_has_run_in_another) {
  const auto turn = [](const std::string& test) { return event("output", "", "covey /run/events " + test); };
  const std::string dump = event("output", "TestEnds", "panic: boom") +
                           event("output", "TestEnds", "goroutine 7 [running]:") +
                           event("output", "TestEnds", "p.TestEnds(0x1)") +
                           event("output", "TestEnds", "\\t/w/p/p_test.go:9 +0x1d") +
                           event("output", "TestEnds", "testing.tRunner(0x1)") +
                           event("output", "TestEnds", "\\t/go/testing.go:9 +0x1d");
  const std::string first =
      event("start", "") + event("run", "TestFails") + event("output", "TestFails", "    p_test.go:3: no") +
      event("fail", "TestFails") + event("run", "TestBeside") + event("run", "TestBeside/sub") +
      event("pause", "TestBeside") + event("run", "TestWaits") + event("pause", "TestWaits") +
      event("cont", "TestBeside") + event("run", "TestEnds") + dump + event("fail", "TestEnds");
  const std::string second =
      event("run", "TestBeside") + event("run", "TestBeside/sub") + event("pass", "TestBeside/sub") +
      event("pass", "TestBeside") + event("run", "TestWaits") + event("pass", "TestWaits") +
      event("output", "", "PASS") + event("output", "", "exit status 2") + event("fail", "");
  const auto read_with = [](const std::string& text, bool ends_with_it) {
    output_options options;
    if (ends_with_it) options.turn = "covey /run/events ";
    auto parser = make_output(options);
    parser->feed(stream::out, text);
    return parser->finish(exited(1));
  };
  const auto whole = read_with(first + turn("TestBeside") + turn("") + second, true);
  BOOST_TEST(failed(whole) == "TestFails TestEnds");
  BOOST_TEST((whole.totals == counts{3, 2, 0, 0}));
  BOOST_TEST(whole.not_run == 0U);
  BOOST_TEST(whole.failures.back().message == "panic: boom");
  BOOST_TEST(whole.failures.front().message == "no");
  // The process that ran the rest has ended, too.
  const auto cut =
      read_with(first + turn("TestBeside") + turn("") + event("run", "TestBeside") + event("fail", ""), true);
  BOOST_TEST(failed(cut) == "TestFails TestBeside TestEnds");
  BOOST_TEST(cut.not_run == 2U);
  // A test prints what it wants.
  const auto forged = read_with(first + turn("TestBeside") + turn("") + event("fail", ""), false);
  BOOST_TEST(failed(forged) == "TestFails TestBeside/sub TestEnds");
}

BOOST_AUTO_TEST_SUITE_END()
