// What is left of a binary's tests when one of them has ended its process.
#include "parsers/languages/go/rerun.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

using namespace covey::parsers::languages::go;

namespace {

std::string said(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '~' ? '\x16' : c;
  return out;
}

std::string panic_of(const std::string& frame, const std::string& creator) {
  return "panic: boom\n\ngoroutine 7 [running]:\nexample.com/p." + frame + "(0x1)\n\t/w/p_test.go:9 +0x1d\n" +
         (creator == "testing.(*T).Run" ? "testing.tRunner(0x1)\n\t/go/testing.go:9 +0x1d\n" : "") + "created by " + creator +
         " in goroutine 1\n\t/w/p_test.go:3 +0x1d\n";
}

// "skip; again again", in any pieces.
std::string left_after(const std::string& text) {
  std::string first;
  for (const std::size_t piece : {text.size(), std::size_t{1}, std::size_t{7}}) {
    begun_tests tests;
    for (std::size_t at = 0; at < text.size(); at += piece) tests.feed(std::string_view{text}.substr(at, piece));
    const auto next = tests.next();
    std::string out = next ? next->skip + ";" : "none";
    if (next)
      for (const auto& one : next->again) out += " " + one;
    if (!first.empty()) BOOST_TEST(out == first);
    first = out;
  }
  return first;
}

const std::string beside = said("~=== RUN   TestA\n~--- PASS: TestA (0.00s)\n~=== RUN   TestB\n~=== PAUSE TestB\n~=== RUN   TestC\n~=== PAUSE TestC\n"
                                "~=== RUN   TestW\n~=== PAUSE TestW\n~=== CONT  TestB\n~=== RUN   TestB/sub\n~=== CONT  TestC\n");

}  // namespace

BOOST_AUTO_TEST_SUITE(go_starts)

BOOST_AUTO_TEST_CASE(what_ended_and_what_ended_the_process_is_left_out) {
  BOOST_TEST(left_after(said("~=== RUN   TestA\nno line end~--- PASS: TestA (0.00s)\n~=== RUN   TestP\n~=== RUN   TestP/one two\n")) == "^(TestA|TestP)$;");
  BOOST_TEST(left_after(said("~=== RUN   TestP\n~--- FAIL: TestP (0.00s)\n") + panic_of("TestP", "testing.(*T).Run")) == "^(TestP)$;");
}

BOOST_AUTO_TEST_CASE(what_waited_runs_and_what_ran_beside_a_panic_that_its_stack_gives_to_another) {
  BOOST_TEST(left_after(beside + panic_of("TestB.func1", "testing.(*T).Run")) == "^(TestA|TestB)$; TestC");
  BOOST_TEST(left_after(beside + panic_of("serve", "example.com/p.TestC.func2")) == "^(TestA|TestC)$; TestB");
}

BOOST_AUTO_TEST_CASE(whoever_may_have_ended_it_is_left_out) {
  BOOST_TEST(left_after(beside) == "^(TestA|TestB|TestC)$;");
  BOOST_TEST(left_after(beside + panic_of("serve", "example.com/q.Start")) == "^(TestA|TestB|TestC)$;");
}

BOOST_AUTO_TEST_CASE(a_process_in_which_no_test_began_is_the_last) {
  BOOST_TEST(left_after("panic: in init\n") == "none");
  begun_tests tests;
  tests.feed(said("~=== RUN   TestA\n"));
  BOOST_TEST(tests.next().has_value());
  tests.feed("setup failed\n");
  BOOST_TEST(!tests.next().has_value());
  // One that began later is left out besides.
  tests.feed(said("~=== RUN   TestB\n"));
  BOOST_TEST(tests.next().value().skip == "^(TestA|TestB)$");
}

BOOST_AUTO_TEST_CASE(more_names_than_an_argument_takes_start_nothing) {
  begun_tests tests;
  for (int i = 0; i < 10'000; ++i) tests.feed(said("~=== RUN   TestNumber" + std::to_string(i) + "\n"));
  BOOST_TEST(!tests.next().has_value());
}

BOOST_AUTO_TEST_SUITE_END()
