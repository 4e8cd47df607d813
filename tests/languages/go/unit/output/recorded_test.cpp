// What must come out of the recordings in tests/languages/go/recordings, whichever Go wrote them.
#include "tests/languages/go/unit/output/recording.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

using namespace covey::parsers;
using namespace covey::parsers::languages::go;
using namespace covey::parsers::testing;

namespace {

struct expectation {
  std::string module;
  std::vector<std::string> versions;
  counts totals;
  std::vector<std::string> failures;  // in any order
  int exit_code = 1;
};

const std::vector<expectation>& expectations() {
  static const std::vector<expectation> all{
      {"basics",
       {"go1.19", "go1.23", "go1.26"},
       {6, 20, 2, 0},
       {"assertion calc/TestWrong calc/calc_test.go:12 got 4, want 5",
        "assertion calc/TestBlock calc/calc_test.go:16 mismatch",
        "assertion calc/TestMismatch calc/calc_test.go:20 mismatch",
        "assertion calc/TestLogThenFail calc/calc_test.go:25 calc/calc_test.go:25: first error",
        "assertion calc/TestInHelper calc/calc_test.go:29 the check failed",
        "assertion calc/TestPrints calc/calc_test.go:34 after the partial print",
        "assertion calc/TestSilent calc/calc_test.go:37 failed without a message",
        "assertion calc/TestCall calc/calc_test.go:40 Add(2, 2) = 4, want 5",
        "assertion calc/TestCleanup calc/calc_test.go:44 the cleanup failed",
        "assertion names/TestTable/with/slash names/names_test.go:10 name is \"with/slash\"",
        "assertion names/TestTable/with_space names/names_test.go:10 name is \"with space\"",
        "assertion names/TestTable/same names/names_test.go:10 name is \"same\"",
        "assertion names/TestTable/same#01 names/names_test.go:10 name is \"same\"",
        "assertion names/TestTable/#00 names/names_test.go:10 name is \"\"",
        "assertion names/TestTable/über names/names_test.go:10 name is \"über\"",
        "assertion names/TestTable/tab_here names/names_test.go:10 name is \"tab\\there\"",
        "assertion names/TestOwnFault names/names_test.go:18 the parent itself",
        "assertion names/TestDeep/a/b names/names_test.go:25 names/names_test.go:25: three levels",
        "assertion par/TestGroup/one par/par_test.go:12 par/par_test.go:12: one is wrong",
        "assertion par/TestGroup/three par/par_test.go:20 three is wrong"}},
      {"asserts",
       {"go1.19", "go1.26"},
       {2, 9, 0, 0},
       {"assertion check/TestEqual check/check_test.go:12 Not equal",
        "assertion check/TestEqualStruct check/check_test.go:15 Not equal",
        "assertion check/TestNoError check/check_test.go:33 Received unexpected error:",
        "assertion check/TestCmp check/check_test.go:40 Load() mismatch (-want +got)",
        "assertion check/TestExpectedInline check/check_test.go:43 expected \"a\", got \"b\"",
        "assertion check/TestGotLines check/check_test.go:44 parse failed",
        "assertion check/TestWantFirst check/check_test.go:45 name: want 1, got 2",
        "assertion example/Example_wrong example/example_test.go:10 mismatch",
        "assertion fuzz/FuzzLength/seed#1 fuzz/fuzz_test.go:10 length 13"}},
      {"panics",
       {"go1.23", "go1.26"},
       {5, 13, 0, 3},
       {"error aftertests :0 the package failed, but none of its tests did:",
        "panic deadlock/TestWaits deadlock/deadlock_test.go:7 fatal error: all goroutines are asleep - "
        "deadlock!",
        "crash exit/TestExits exit/exit_test.go:13 the test process ended while this test was running",
        "panic exitzero/TestExitsZero exitzero/exitzero_test.go:8 panic: unexpected call to os.Exit(0) "
        "during test",
        "panic glued/TestGlued glued/glued_test.go:10 panic: code 12",
        "assertion ignored/TestFails ignored/ignored_test.go:13 red, but the exit code is thrown away",
        "panic ingoroutine/TestSpawns ingoroutine/ingoroutine_test.go:13 panic: in a goroutine",
        "panic initpanic initpanic/initpanic_test.go:9 panic: assignment to entry in nil map",
        "panic insubtest/TestParent/boom insubtest/insubtest_test.go:11 panic: not good",
        "panic intest/TestIndex intest/intest_test.go:9 panic: runtime error: index out of range [5] with "
        "length "
        "2",
        "crash killed/TestKilled killed/killed_test.go:9 the test process ended while this test was running: "
        "signal: killed",
        "panic nilptr/TestNil nilptr/nilptr_test.go:9 panic: runtime error: invalid memory address or nil "
        "pointer "
        "dereference",
        "panic parent/TestOwnPanic parent/parent_test.go:8 panic: assignment to entry in nil map",
        "assertion parent/TestOwnPanic/child parent/parent_test.go:6 the child fails by itself",
        "crash sub/TestExitsInSub/deep sub/sub_test.go:11 the test process ended while this test was running",
        "error testmain :0 the package failed, but none of its tests did:"}},
      {"broken",
       {"go1.19", "go1.23", "go1.26"},
       {1, 0, 0, 6},
       {"error cycle cycle/cycle_test.go:6 cycle/cycle_test.go:6:2: no required module provides package "
        "example.com/broken/cycle/internal/x; to add it:",
        "error missing missing/missing_test.go:6 missing/missing_test.go:6:2: no required module provides "
        "package "
        "example.com/nowhere/thing; to add it:",
        "error syntax syntax/syntax_test.go:6 syntax/syntax_test.go:6:5: missing condition in if statement",
        "error compile compile/compile_test.go:6 compile/compile_test.go:6:14: cannot use \"text\" (untyped "
        "string "
        "constant) as int value in variable declaration",
        "error lib lib/lib.go:3 lib/lib.go:3:36: undefined: two",
        "error vet vet/vet_test.go:5 vet/vet_test.go:5:30: (*testing.common).Logf format %d has arg \"text\" "
        "of wrong "
        "type string"},
       2},
      {"noise",
       {"go1.26", "go1.19"},
       {4, 3, 0, 0},
       {"assertion n/TestBytes n/noise_test.go:23 bytes \xEF\xBF\xBD here",
        "assertion n/TestLong n/noise_test.go:30 after a long line",
        "assertion n/TestPassForge n/noise_test.go:37 failed all the same"}},
      {"timeout",
       {"go1.19", "go1.23", "go1.26"},
       {2, 2, 0, 0},
       {"timeout slow/TestHangs/inner slow/slow_test.go:10 panic: test timed out after 1s",
        "timeout slow/TestHangs/other slow/slow_test.go:10 panic: test timed out after 1s"}},
      // What a test runs itself and wants red is no failure; a red test that TestMain keeps from the exit code is one.
      {"inner",
       {"go1.26"},
       {5, 3, 0, 0},
       {"assertion real/TestOfARunner real/real_test.go:7 failed without a message",
        "assertion real/inner real/real_test.go:9 was to pass",
        "assertion swallowed/TestRed/sub swallowed/swallowed_test.go:13 this counts"}},
      {"badmod", {"go1.19", "go1.26"}, {0, 0, 0, 1}, {"error go go.mod:5 go: errors parsing go.mod:"}},
      {"nosum",
       {"go1.19", "go1.23", "go1.26"},
       {0, 0, 0, 1},
       {"error a a/a_test.go:6 a/a_test.go:6:2: missing go.sum entry for module providing package "
        "example.com/x "
        "(imported by example.com/nosum/a); to add:"}},
      {"empty",
       {"go1.19", "go1.26"},
       {0, 0, 0, 1},
       {"error go :0 go: warning: \"./...\" matched no packages"}},
      {"toolchain",
       {"go1.26"},
       {0, 0, 0, 1},
       {"error go :0 go: go.mod requires go >= 1.99 (running go 1.26.8; GOTOOLCHAIN=local)"}},
      {"toolchain", {"go1.19"}, {1, 0, 0, 0}, {}, 0}};
  return all;
}

// Go 1.26 counts vet's columns from the argument, earlier ones from the call.
std::string with_old_column(std::string line) {
  const auto at = line.find("vet_test.go:5:38:");
  return at == std::string::npos ? line : line.replace(at, 17, "vet_test.go:5:30:");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(go_recordings)

BOOST_AUTO_TEST_CASE(every_version_of_go_gives_the_expected_counts_and_failures) {
  for (const auto& expected : expectations()) {
    for (const auto& version : expected.versions) {
      BOOST_TEST_CONTEXT(expected.module << " of " << version) {
        const auto results = read(load_recording(expected.module, version), exited(expected.exit_code));
        BOOST_TEST(results.totals.passed == expected.totals.passed);
        BOOST_TEST(results.totals.failed == expected.totals.failed);
        BOOST_TEST(results.totals.skipped == expected.totals.skipped);
        BOOST_TEST(results.totals.errors == expected.totals.errors);
        std::vector<std::string> found;
        for (const auto& failure : results.failures)
          found.push_back(with_old_column(summary_in_module(failure)));
        auto wanted = expected.failures;
        std::sort(found.begin(), found.end());
        std::sort(wanted.begin(), wanted.end());
        BOOST_TEST(found == wanted, boost::test_tools::per_element());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_recording_in_any_pieces_gives_the_same_results) {
  for (const auto& expected : expectations()) {
    for (const auto& version : expected.versions) {
      const auto from = load_recording(expected.module, version);
      const auto whole = everything(read(from, exited(expected.exit_code)));
      for (const std::size_t piece : {1U, 7U, 1000U}) {
        const auto literals = everything(read(from, exited(expected.exit_code), piece));
        BOOST_TEST(literals == whole, expected.module << " of " << version << " in pieces of " << piece);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_broken_dependency_is_one_failure_that_names_who_needs_it) {
  const std::vector<std::string> users{"example.com/broken/usesa", "example.com/broken/usesb"};
  for (const auto* version : {"go1.19", "go1.23", "go1.26"}) {
    const auto results = read(load_recording("broken", version), exited(1));
    BOOST_TEST(failure_named(results, "broken/lib").also_failed == users, boost::test_tools::per_element());
    BOOST_TEST(
        failure_named(results, "broken/compile").message.find("compile_test.go:7:2: undefined: missing") !=
        std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(values_and_diffs_are_taken_from_what_real_tests_print) {
  for (const auto* version : {"go1.19", "go1.26"}) {
    const auto basics = read(load_recording("basics", version), exited(1));
    const auto& block = failure_named(basics, "TestBlock");
    BOOST_TEST(block.diff == "got: 5\nwant: 3");
    BOOST_TEST(block.expected.value_or("") == "3");
    BOOST_TEST(block.output.empty());
    const auto& logs = failure_named(basics, "TestLogThenFail");
    BOOST_TEST(logs.message ==
               "calc/calc_test.go:25: first error\nwith a second line\n\tand a tab\n"
               "calc/calc_test.go:26: expected error for empty input, got nil\n"
               "calc/calc_test.go:24: a note before");
    BOOST_TEST(logs.output.empty());

    const auto asserts = read(load_recording("asserts", version), exited(1));
    BOOST_TEST(failure_named(asserts, "TestEqualStruct").diff.starts_with("--- Expected\n+++ Actual\n@@"));
    BOOST_TEST(failure_named(asserts, "TestEqual").message == "Not equal\nthe sum of two");
    BOOST_TEST(failure_named(asserts, "TestCmp").diff.find("\n- \ty: 2,\n+ \ty: 3,\n") != std::string::npos);
    const auto& example = failure_named(asserts, "Example_wrong");
    BOOST_TEST(example.diff == "got:\nhello\nworld\nwant:\nhello\nthere");
    BOOST_TEST(example.actual.value_or("") == "hello\nworld");
  }
}

BOOST_AUTO_TEST_CASE(a_panic_keeps_what_was_printed_before_it_and_its_stack) {
  for (const auto* version : {"go1.19", "go1.23", "go1.26"}) {
    const auto results = read(load_recording("panics", version), exited(1));
    const auto& index = failure_named(results, "intest/TestIndex");
    BOOST_TEST(index.output.find("about to look") != std::string::npos);
    BOOST_TEST(index.output.find("goroutine ") == std::string::npos);
    BOOST_TEST((index.stack.own.front().where == index.raised_at));
    BOOST_TEST((index.stack.own.back().where == index.where));
    BOOST_TEST(failure_named(results, "glued/TestGlued").output == "no line end here");
    BOOST_TEST(index.raised_at.file == "intest/intest.go");
    BOOST_TEST(index.raised_at.line == 5U);
    BOOST_TEST(failure_named(results, "ingoroutine/TestSpawns").message ==
               "panic: in a goroutine\nwith two lines");
    BOOST_TEST(failure_named(results, "testmain").message.find("the database is not there") !=
               std::string::npos);
    BOOST_TEST(results.totals.failed == 13U);
    BOOST_TEST(results.totals.errors == 3U);
  }
}

BOOST_AUTO_TEST_CASE(a_test_whose_end_was_never_reported_is_said_to_be_unfinished) {
  const auto results = read(load_recording("noise", "go1.19"), exited(1));
  BOOST_REQUIRE_EQUAL(results.unfinished.size(), 1U);
  BOOST_TEST(results.unfinished.front().name == "TestGhost");
  BOOST_REQUIRE_EQUAL(results.notes.size(), 1U);
  BOOST_TEST(read(load_recording("noise", "go1.26"), exited(1)).unfinished.empty());
}

BOOST_AUTO_TEST_CASE(what_a_run_was_cut_short_of_is_never_a_pass) {
  const auto whole = load_recording("panics", "go1.26");
  for (std::size_t length = 0; length < whole.out.size(); length += 97) {
    auto part = whole;
    part.out.resize(length);
    auto ending = exited(1);
    const auto died = read(part, ending);
    BOOST_TEST(died.failures.size() > 0U, "cut at " << length);
    BOOST_TEST(died.unfinished.empty());
    ending.cancelled = true;
    const auto cancelled = read(part, ending);
    BOOST_TEST(cancelled.failures.size() <= died.failures.size());
  }
}

BOOST_AUTO_TEST_SUITE_END()
