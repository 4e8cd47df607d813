// A package whose process ended beside its tests, or ran again.
#include "tests/languages/go/unit/output/script.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::testing;

namespace {

// A package of one test file, by its listing.
go_recording with_source(std::string_view listing, std::string text, const script& said) {
  const auto listed = package_list::parse(listing, "/w");
  const auto asked = test_sources::question(listed);
  BOOST_REQUIRE_EQUAL(asked.paths.size(), 1U);
  path_states seen{{path_state::kind_type::file, std::move(text), {}}};
  return {said.text(), {}, std::make_shared<const package_list>(listed),
          std::make_shared<const test_sources>(asked, std::move(seen))};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(go_ended)

// Its own files say where; what runs at init is not meant.
BOOST_AUTO_TEST_CASE(a_package_that_its_test_main_leaves_out_is_skipped_with_its_words) {
  const auto results = read(with_source("p\t/w/p\ta.go///a_test.go/\t1\t0\t\n",
                                        "package p\nfunc TestMain(m *testing.M) {\n\tif down {\n\t\tos.Exit(0)\n\t}\n"
                                        "\tos.Exit(m.Run())\n}\nfunc TestA(t *testing.T) {}\n",
                                        script().event("start").says({}, "no database\n").event("pass")),
                            exited(0));
  BOOST_TEST((results.totals == counts{0, 0, 1, 0}));
  BOOST_TEST(results.not_run == 0U);
  BOOST_REQUIRE_EQUAL(results.notes.size(), 1U);
  BOOST_TEST(results.notes[0] ==
             "p: its TestMain ended before any test (p/a_test.go:4), with 0; its tests were skipped: no database");
}

BOOST_AUTO_TEST_CASE(a_process_whose_stdout_was_taken_away_has_not_crashed) {
  const auto results_of = [](const std::string& events, const std::string& verdict, const run_ending& ending) {
    auto from = with_source("p\t/w/p\ta.go///a_test.go/\t1\t0\t\n",
                            "package p\nfunc TestA(t *testing.T) {}\nfunc TestTakes(t *testing.T) {}\nfunc TestB(t *testing.T) {}\n",
                            script()
                                .event("start")
                                .passes("TestA")
                                .event("run", "TestTakes")
                                .says("TestTakes", verdict == "pass" ? "ok  \tp\t0.1s\n" : "exit status 1\n")
                                .event(verdict, "TestTakes"));
    from.events = events;
    return read(from, ending);
  };
  const auto green = results_of("whole\t/w/p\n", "pass", exited(0));
  BOOST_TEST((green.totals == counts{2, 0, 0, 0}));
  BOOST_TEST(green.not_run == 0U);
  BOOST_REQUIRE_EQUAL(green.unfinished.size(), 1U);
  BOOST_TEST(full_name(green.unfinished[0]) == "p/TestB");
  BOOST_REQUIRE_EQUAL(green.notes.size(), 1U);
  BOOST_TEST(green.notes[0] ==
             "the results of 1 test(s) of p were lost, because a test redirected or closed its process's stdout (the last one "
             "heard of: TestTakes)");
  const auto red = results_of("whole\t/w/p\n", "fail", exited(1));
  BOOST_TEST(red.totals.errors == 1U);
  // A process that ended itself has not come to its end, whatever its exit code.
  BOOST_TEST(results_of("", "pass", exited(0)).totals.errors == 1U);
}

namespace {

bool is_blamed_on_coverage(const script& said, std::string_view listing = "p\t/w/p\ta.go///a_test.go/\t1\t0\t\n") {
  const auto results = read(with_source(listing, "package p\n", said), exited(1));
  BOOST_TEST((results.failures.size() == 1U));
  return results.affected.contains(shared_text{"p"});
}

script unbuilt(const std::string& text) {
  return script()
      .line(R"({"ImportPath":"p.test","Action":"build-output","Output":"# p.test\n"})")
      .line(R"({"ImportPath":"p.test","Action":"build-output","Output":")" + text + R"(\n"})")
      .line(R"({"Action":"fail","Package":"p","Elapsed":0,"FailedBuild":"p.test"})");
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_package_whose_coverage_could_not_be_written_is_blamed_on_it) {
  for (const auto* said : {"error generating coverage report: no such file\n", "internal error in coverage meta-data tracking:\n",
                           "error: coverage meta-data emit failed: permission denied\n"}) {
    BOOST_TEST(is_blamed_on_coverage(script().passes("TestA").says({}, said).package("fail")), said);
    BOOST_TEST(is_blamed_on_coverage(script().fails("TestA", said).package("fail")), said);
  }
  BOOST_TEST(!is_blamed_on_coverage(script().fails("TestA", "    a_test.go:8: coverage is 3\n").package("fail")));
}

BOOST_AUTO_TEST_CASE(what_os_exit_says_of_coverage_counts_where_a_test_has_heard_it) {
  BOOST_TEST(is_blamed_on_coverage(script().fails("TestA", "    a_test.go:8: program not built with -cover\n").package("fail")));
  BOOST_TEST(!is_blamed_on_coverage(script().event("run", "TestA").says("TestA", "program not built with -cover\n").event("fail")));
}

BOOST_AUTO_TEST_CASE(a_build_is_blamed_on_coverage_where_no_source_is) {
  BOOST_TEST(is_blamed_on_coverage(unbuilt("p.f: nosplit stack over 792 byte limit")));
  BOOST_TEST(is_blamed_on_coverage(unbuilt("go: no such tool \\\"covdata\\\"")));
  BOOST_TEST(!is_blamed_on_coverage(unbuilt("./a.go:3:2: undefined: x")));
  BOOST_TEST(is_blamed_on_coverage(unbuilt("./a.go:3:2: goCover_1 redeclared")));
  // Of another module: coverage does not change it, and only all tests would run it again.
  BOOST_TEST(!is_blamed_on_coverage(unbuilt("cgo: C compiler \\\"gcc\\\" not found"), "q\t/w/q\ta.go///a_test.go/\t1\t0\t\n"));
}

BOOST_AUTO_TEST_SUITE_END()
