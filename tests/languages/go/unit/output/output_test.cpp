#include "parsers/languages/go/output/output.hpp"
#include "parsers/text/utf8.hpp"
#include "tests/languages/go/unit/output/script.hpp"
#include <boost/test/unit_test.hpp>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace covey::parsers;
using namespace covey::parsers::languages::go;
using namespace covey::parsers::testing;

namespace {

run_ending cancelled() {
  auto ending = exited(1);
  ending.cancelled = true;
  return ending;
}

run_ending timed_out() {
  auto ending = exited(1);
  ending.timed_out = true;
  return ending;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(go_outputs)

BOOST_AUTO_TEST_CASE(tests_are_recorded_in_the_order_of_their_first_sight) {
  const auto results = script()
                           .event("start")
                           .event("run", "TestA")
                           .passes("TestA/sub")
                           .event("pass", "TestA", 1.5)
                           .event("run", "TestB")
                           .event("skip", "TestB")
                           .package("pass")
                           .results(exited(0));
  BOOST_REQUIRE_EQUAL(results.tests.size(), 3U);
  BOOST_TEST(full_name(results.tests[0].id) == "p/TestA");
  BOOST_TEST(results.tests[0].duration.count() == 1500);
  BOOST_TEST(results.tests[1].duration.count() == 250);
  BOOST_TEST((results.tests[2].result == outcome::skipped));
  BOOST_TEST((results.totals == counts{2, 0, 1, 0}));
}

BOOST_AUTO_TEST_CASE(progress_follows_the_events) {
  const auto parser = make_output({});
  const auto feed = [&](std::string_view line) { parser->feed(stream::out, std::string{line} + "\n"); };
  feed(R"({"Action":"start","Package":"p"})");
  BOOST_TEST(parser->now().done == 0U);
  feed(R"({"Action":"run","Package":"p","Test":"TestA"})");
  BOOST_TEST(parser->now().current == "p/TestA");
  feed(R"({"Action":"run","Package":"p","Test":"TestA/sub"})");
  BOOST_TEST(parser->now().running == "p/TestA/sub");
  feed(R"({"Action":"fail","Package":"p","Test":"TestA/sub"})");
  BOOST_TEST(parser->now().running == "p/TestA");
  feed(R"({"Action":"fail","Package":"p","Test":"TestA"})");
  BOOST_TEST(parser->now().done == 2U);
  BOOST_TEST(parser->now().failed == 1U);  // the parent is red only because of its subtest
  feed(R"({"Action":"run","Package":"p","Test":"TestB"})");
  feed(R"({"Action":"fail","Package":"p"})");
  BOOST_TEST(parser->now().done == 3U);
  BOOST_TEST(parser->now().failed == 2U);  // the process died under it
  parser->finish(exited(1));
  BOOST_TEST(parser->now().current == "p/TestB");
}

BOOST_AUTO_TEST_CASE(a_test_without_an_end_is_judged_by_how_the_run_ended) {
  const auto running = script().event("start").event("run", "TestA").event("run", "TestA/sub");
  struct row {
    run_ending ending;
    std::string failure;
  };
  auto killed = exited(9);
  killed.kind = run_ending::kind_type::signalled;
  for (const auto& row : std::vector<row>{
           {exited(1), "crash p/TestA/sub :0 the run ended while this test was running"},
           {killed, "crash p/TestA/sub :0 the run ended while this test was running"},
           {timed_out(),
            "timeout p/TestA/sub :0 still running when the run was stopped after its timeout"}}) {
    const auto results = running.results(row.ending);
    BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
    BOOST_TEST(std::string{to_string(results.failures[0].kind)} + " " + full_name(results.failures[0].id) +
                   " :0 " + results.failures[0].message ==
               row.failure);
    BOOST_TEST((results.totals == counts{0, 1, 0, 0}));
    BOOST_TEST(results.unfinished.empty());
  }
  const auto stopped = running.results(cancelled());
  BOOST_TEST(stopped.failures.empty());
  BOOST_TEST(stopped.unfinished.size() == 2U);
  BOOST_TEST(stopped.tests.empty());
}

BOOST_AUTO_TEST_CASE(a_package_that_began_and_never_ended_is_a_crash) {
  const auto results = script().event("start").passes("TestA").results(exited(1));
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  BOOST_TEST((results.failures[0].kind == failure_kind::crash));
  BOOST_TEST((results.totals == counts{1, 0, 0, 1}));
}

BOOST_AUTO_TEST_CASE(a_green_package_whose_process_died_under_a_test_is_red) {
  // syscall.Exit(0) goes past the testing package: go says "ok".
  const auto results = script().event("start").event("run", "TestA").event("pass").results(exited(0));
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  BOOST_TEST((results.failures[0].kind == failure_kind::crash));
}

BOOST_AUTO_TEST_CASE(several_commands_are_merged_and_a_failure_stays_one) {
  const auto results = script()
                           .event("start")
                           .fails("TestA", "    a_test.go:1: first\n")
                           .package("fail")
                           .event("start")
                           .passes("TestA")
                           .passes("TestB")
                           .package("pass")
                           .event("start")
                           .event("run", "TestC")
                           .event("fail")
                           .results(exited(1));
  BOOST_TEST((results.totals == counts{1, 2, 0, 0}));
  BOOST_REQUIRE_EQUAL(results.failures.size(), 2U);
  BOOST_TEST(results.failures[0].message == "first");
  BOOST_TEST(results.failures[1].id.name == "TestC");
  BOOST_TEST(results.tests.size() == 3U);
}

BOOST_AUTO_TEST_CASE(a_wanted_test_that_did_not_run_is_never_a_pass) {
  const std::vector<test_id> wanted{{"p", "TestA"}, {"p", "TestGone"}, {"p", ""},
                                    {"q", "TestB"}, {"r", ""},         {"go", ""}};
  const auto done = script().event("start").passes("TestA").package("pass");
  const auto results = done.results(exited(0), wanted);
  BOOST_TEST((results.totals == counts{1, 0, 0, 3}));
  BOOST_REQUIRE_EQUAL(results.failures.size(), 3U);
  BOOST_TEST(full_name(results.failures[0].id) == "p/TestGone");
  BOOST_TEST(full_name(results.failures[1].id) == "q/TestB");
  BOOST_TEST(full_name(results.failures[2].id) == "r");
  for (const auto& failure : results.failures) {
    BOOST_TEST((failure.kind == failure_kind::error));
    BOOST_TEST(failure.message.find("did not run again") != std::string::npos);
  }
  const auto stopped = done.results(cancelled(), wanted);
  BOOST_TEST(stopped.failures.empty());
  BOOST_TEST(stopped.unfinished.size() == 2U);
}

BOOST_AUTO_TEST_CASE(wanted_tests_of_a_package_that_did_not_build_are_explained_by_that) {
  const auto results =
      script()
          .line(R"({"ImportPath":"p [p.test]","Action":"build-output","Output":"# p [p.test]\n"})")
          .line(
              R"({"ImportPath":"p [p.test]","Action":"build-output","Output":"./p_test.go:3:1: undefined: x\n"})")
          .line(R"({"ImportPath":"p [p.test]","Action":"build-fail"})")
          .event("start")
          .says({}, "FAIL\tp [build failed]\n")
          .line(R"({"Action":"fail","Package":"p","FailedBuild":"p [p.test]"})")
          .results(exited(1), {{"p", "TestA"}, {"p", "TestB"}});
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  BOOST_TEST((results.failures[0].kind == failure_kind::error));
  BOOST_TEST(results.failures[0].where.file == "p_test.go");
  BOOST_TEST(results.failures[0].where.line == 3U);
}

// As "[no test files]" and, with coverage, as a package that passed: either way it was built.
BOOST_AUTO_TEST_CASE(a_package_without_tests_that_built_is_found_in_order) {
  const auto testless = [](const script& from) { return from.results(exited(0)).testless.size(); };
  BOOST_TEST(testless(script().event("start").says({}, "?   \tp\t[no test files]\n").event("skip")) == 1u);
  BOOST_TEST(
      testless(script().event("start").says({}, "\tp\t\tcoverage: 0.0% of statements\n").event("pass")) ==
      1u);
  BOOST_TEST(testless(script().event("start").passes("TestA").package("pass")) == 0u);
  BOOST_TEST(testless(script().event("start").says({}, "FAIL\tp [build failed]\n").event("fail")) == 0u);
}

BOOST_AUTO_TEST_CASE(an_exit_code_that_nothing_explains_is_a_failure_of_the_go_command) {
  const auto green = script().event("start").passes("TestA").package("pass");
  BOOST_TEST(green.results(exited(0)).failures.empty());
  const auto results = green.results(exited(1));
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  BOOST_TEST(results.failures[0].id.group == command_group);
  BOOST_TEST(results.failures[0].message == "go test ended with exit code 1 and said nothing");
  const auto plain = script().line("sh: something else answered").results(exited(3));
  BOOST_REQUIRE_EQUAL(plain.failures.size(), 1U);
  BOOST_TEST(plain.failures[0].message == "sh: something else answered");
  BOOST_TEST(plain.notes.size() == 1U);
}

BOOST_AUTO_TEST_CASE(before_go_1_20_a_green_package_has_no_failed_and_no_unfinished_tests) {
  const auto results = script()
                           .fails("TestForges", "--- FAIL: TestForges (0.00s)\n")
                           .event("fail", "TestNeverBegun")
                           .event("run", "TestPartial")
                           .says("TestPartial", "text--- PASS: TestPartial (0.00s)\n")
                           .package("pass")
                           .results(exited(0));
  BOOST_TEST(results.failures.empty());
  BOOST_TEST((results.totals == counts{2, 0, 0, 0}));
}

BOOST_AUTO_TEST_CASE(text_stays_bounded_and_valid_however_much_is_printed) {
  script huge;
  huge.event("start");
  const std::string megabyte(1024 * 1024, 'x');
  for (int test = 0; test < 40; ++test) {
    const auto name = "Test" + std::to_string(test);
    huge.event("run", name)
        .says(name, megabyte + "\n")
        .says(name, "    a_test.go:3: " + megabyte + "\xC3\xBC\n");
    for (int line = 0; line < 100; ++line)
      huge.says(name, "        \x1B[31mmore\x1B[0m " + std::string(200, 'y') + "\n");
    huge.event("fail", name);
  }
  huge.line(std::string(5 * 1024 * 1024, '{')).package("fail");
  const auto results = huge.results(exited(1));
  BOOST_REQUIRE_EQUAL(results.failures.size(), 40U);
  for (const auto& failure : results.failures) {
    BOOST_TEST(failure.message.size() < 9000U);
    BOOST_TEST(failure.output.size() < 17000U);
    BOOST_TEST(is_utf8(failure.message));
    BOOST_TEST(failure.output.find('\x1B') == std::string::npos);
  }
  BOOST_TEST(results.notes.size() == 1U);
}

BOOST_AUTO_TEST_CASE(beyond_the_budget_failures_keep_their_place_and_the_head_of_their_message) {
  script many;
  many.event("start");
  for (int test = 0; test < 3000; ++test)
    many.fails("Test" + std::to_string(test), "    a_test.go:3: " + std::string(8000, 'x') + "\n");
  const auto results = many.package("fail").results(exited(1));
  BOOST_REQUIRE_EQUAL(results.failures.size(), 3000U);
  BOOST_TEST(results.failures.front().message.size() == 8000U);
  BOOST_TEST(results.failures.back().message.size() < 700U);
  BOOST_TEST(results.failures.back().where.line == 3U);
}

BOOST_AUTO_TEST_CASE(an_error_that_a_loop_repeats_is_told_once) {
  const auto same = "    a_test.go:3: no\n        indeed\n";
  const auto results = script()
                           .event("start")
                           .fails("TestA", std::string{same} + same + "    a_test.go:4: no\n" + same)
                           .package("fail")
                           .results(exited(1));
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  BOOST_TEST(results.failures.front().message ==
             "a_test.go:3: no\nindeed\n(2 times)\na_test.go:4: no\na_test.go:3: no\nindeed");
}

BOOST_AUTO_TEST_CASE(a_parent_that_also_fails_by_itself_is_listed_beside_its_subtest) {
  const auto results = script()
                           .event("start")
                           .event("run", "TestA")
                           .fails("TestA/sub", "    a_test.go:3: child\n")
                           .says("TestA", "    a_test.go:9: parent\n")
                           .event("fail", "TestA")
                           .package("fail")
                           .results(exited(1));
  BOOST_REQUIRE_EQUAL(results.failures.size(), 2U);
  BOOST_TEST(results.totals.failed == 2U);
  BOOST_TEST(results.failures.front().message == "parent");
}

BOOST_AUTO_TEST_CASE(a_parent_that_only_logged_before_its_subtests_is_not_listed) {
  const auto results = script()
                           .event("start")
                           .event("run", "TestA")
                           .says("TestA", "    a_test.go:2: preparing\n")
                           .fails("TestA/sub", "    a_test.go:3: child\n")
                           .event("fail", "TestA")
                           .package("fail")
                           .results(exited(1));
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  BOOST_TEST(results.totals.failed == 1U);
  BOOST_TEST(results.failures.front().message == "child");
}

BOOST_AUTO_TEST_CASE(damaged_output_never_fails_and_splits_alike) {
  std::mt19937 random(7);
  const auto selection = [&](std::size_t below) {
    return std::uniform_int_distribution<std::size_t>(0, below - 1)(random);
  };
  for (const auto* version : {"go1.19", "go1.26"}) {
    const auto intact = load_recording("panics", version);
    for (int round = 0; round < 60; ++round) {
      auto damaged = intact;
      for (int change = 0; change < 40; ++change) {
        const auto at = selection(damaged.out.size());
        if (change % 3 == 0)
          damaged.out[at] = static_cast<char>(selection(256));
        else if (change % 3 == 1)
          damaged.out.erase(at, selection(300));
        else
          damaged.out.insert(at, damaged.out.substr(selection(damaged.out.size()), selection(300)));
      }
      BOOST_TEST(everything(read(damaged, exited(1))) ==
                 everything(read(damaged, exited(1), 1 + selection(4000))));
    }
  }
}

// As the first test of a package with tests may print PASS, so must one whose tests are all left out.
BOOST_AUTO_TEST_CASE(a_process_that_ends_with_0_before_its_tests_is_an_error_of_its_package) {
  const std::string listing = "p\t/w/p\ta.go///a_test.go/\t1\t0\t\n";
  const auto results = script().event("start").event("pass").results(exited(0), listing);
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  BOOST_TEST(full_name(results.failures[0].id) == "p");
  BOOST_TEST(results.failures[0].message.find("os.Exit(0)") != std::string::npos);
  BOOST_TEST(results.totals.errors == 1U);
  BOOST_TEST(script().event("start").package("pass").results(exited(0), listing).failures.empty());
  BOOST_TEST(script().event("start").event("pass").results(exited(0)).failures.empty());
}

BOOST_AUTO_TEST_CASE(a_goroutine_that_panics_after_the_verdict_has_its_place) {
  const std::string listing = "p\t/w/p\ta.go///a_test.go/\t1\t0\t\n";
  const auto results = script()
                           .event("start")
                           .passes("TestA")
                           .says({}, "PASS\n")
                           .says({}, "panic: in background\n")
                           .says({}, "\n")
                           .says({}, "goroutine 54 [running]:\n")
                           .says({}, "p.later.func1()\n")
                           .says({}, "\t/w/p/a.go:7 +0x2b\n")
                           .says({}, "exit status 2\n")
                           .event("fail")
                           .results(exited(1), listing);
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  BOOST_TEST(results.failures[0].message == "panic: in background");
  BOOST_TEST(results.failures[0].where.file == "p/a.go");
  BOOST_TEST(results.failures[0].where.line == 7U);
}

// TestMain may fail the package for reasons of its own, after tests that logged what they recovered from.
BOOST_AUTO_TEST_CASE(a_stack_that_a_test_printed_is_not_why_its_package_failed) {
  const auto results = script()
                           .event("start")
                           .event("run", "TestA")
                           .says("TestA", "panic: recovered\n")
                           .says("TestA", "\n")
                           .says("TestA", "goroutine 7 [running]:\n")
                           .says("TestA", "p.TestA(0x1)\n")
                           .says("TestA", "\t/w/p/a_test.go:5 +0x2b\n")
                           .event("pass", "TestA")
                           .says({}, "PASS\n")
                           .says({}, "found a leak\n")
                           .says({}, "exit status 1\n")
                           .event("fail")
                           .results(exited(1));
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  BOOST_TEST(full_name(results.failures[0].id) == "p");
  BOOST_TEST(results.failures[0].message.find("found a leak") != std::string::npos);
  BOOST_TEST(results.totals.passed == 1U);
}

BOOST_AUTO_TEST_CASE(what_the_run_found_out_about_the_build_is_a_note) {
  const auto notes_of = [](std::string events, bool timed_out = false) {
    auto ending = exited(1);
    ending.timed_out = timed_out;
    return read({"", "", nullptr, nullptr, std::move(events)}, ending).notes;
  };
  using texts = std::vector<std::string>;
  BOOST_TEST(
      notes_of("unbuilt\tsome\t2\tm/b\n") ==
          (texts{
              "m/b and 1 more packages do not build; the coverage of each package is that of its own tests."}),
      boost::test_tools::per_element());
  BOOST_TEST(notes_of("unbuilt\tall\t1\tm/b\n") == (texts{"m/b does not build; coverage is not measured."}),
             boost::test_tools::per_element());
  BOOST_TEST(notes_of("unasked\t2\n") ==
                 (texts{"go list -export failed with exit code 2; the coverage of each package is "
                        "that of its own tests."}),
             boost::test_tools::per_element());
  BOOST_TEST(notes_of("compiling\tm/a, x.c\n", true) ==
                 (texts{"when the time was over, it was still compiling m/a, x.c"}),
             boost::test_tools::per_element());
  BOOST_TEST(notes_of("compiling\tm/a\n").empty());
}

BOOST_AUTO_TEST_SUITE_END()
