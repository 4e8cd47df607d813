// Where a panic is of a test, and where it was raised. The frames are those of Rust 1.95, without the
// standard library's.
#include "parsers/languages/rust/output/failure.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::rust {
namespace {

test_context context(std::string name = "tests::x", location defined = {"/w/src/lib.rs", 40}) {
  return {std::move(name), "/w", "/w", std::move(defined), {}};
}

std::string frame(const std::string& function, const std::string& place) {
  return "   1: " + function + "\n             at " + place + "\n";
}

std::string panic_of(const std::string& thread, const std::string& place, const std::string& message,
                     const std::string& frames = {}) {
  return "thread '" + thread + "' (7) panicked at " + place + ":\n" + message + "\n" +
         (frames.empty() ? "" : "stack backtrace:\n" + frames) + "\n";
}

std::string places(const failure& of) {
  const auto text = [](const location& one) { return one.file + ":" + std::to_string(one.line); };
  return text(of.where) + (of.raised_at.file.empty() ? "" : ", raised at " + text(of.raised_at));
}

std::string places(const test_context& about, const std::string& printed) {
  return places(test_failure(about, printed, ""));
}

const std::string in_wrapper = frame("a::tests::x::{{closure}}", "./src/lib.rs:39:12");

BOOST_AUTO_TEST_SUITE(rust_places)

BOOST_AUTO_TEST_CASE(an_assertion_in_a_helper_names_its_caller_and_the_helper) {
  const auto printed = panic_of("tests::x", "src/lib.rs:34:9", "assertion failed: a",
                                frame("a::tests::helper", "./src/lib.rs:34:9") +
                                    frame("a::tests::x", "./src/lib.rs:44:9") + in_wrapper);
  BOOST_TEST(places(context(), printed) == "/w/src/lib.rs:44, raised at /w/src/lib.rs:34");
}

// A module of tests stands in a file of the product; what it calls of the product beside it is of the product.
BOOST_AUTO_TEST_CASE(what_is_beside_a_test_in_its_module_is_no_product_code) {
  const auto printed = panic_of(
      "tests::x", "src/lib.rs:34:9", "boom",
      frame("a::parse", "./src/lib.rs:4:9") + frame("a::tests_of_it::parse", "./src/lib.rs:5:9") +
          frame("a::tests::helper", "./src/lib.rs:34:9") + frame("a::tests::x", "./src/lib.rs:44:9"));
  std::string of_tests;
  for (const auto& one : test_failure(context(), printed, "").stack.own)
    if (one.of_test) of_tests += one.function + " ";
  BOOST_TEST(of_tests == "a::tests::helper a::tests::x ");
}

// As in similar, whose tests of myers stand in myers.
BOOST_AUTO_TEST_CASE(what_is_beside_a_test_in_a_module_of_the_product_is_product_code) {
  auto about = context();
  about.name = "myers::small";
  const auto printed =
      panic_of("myers::small", "src/lib.rs:34:9", "boom",
               frame("a::myers::diff", "./src/lib.rs:4:9") + frame("a::myers::step", "./src/lib.rs:9:9") +
                   frame("a::myers::small", "./src/lib.rs:44:9"));
  const auto stack = test_failure(about, printed, "").stack;
  BOOST_REQUIRE(stack.own.size() == 3u);
  BOOST_TEST(!stack.own[0].of_test);
  BOOST_TEST(stack.own[2].of_test);
}

BOOST_AUTO_TEST_CASE(a_function_that_blames_its_caller_raised_nothing) {
  const auto printed = panic_of("tests::x", "src/lib.rs:51:9", "tracked",
                                frame("a::tests::tracked", "./src/lib.rs:39:9") +
                                    frame("a::tests::x", "./src/lib.rs:51:9") + in_wrapper);
  BOOST_TEST(places(context(), printed) == "/w/src/lib.rs:51");
}

BOOST_AUTO_TEST_CASE(a_panic_in_product_code_names_the_line_of_the_test) {
  const auto in_the_same_file = panic_of(
      "tests::x", "src/lib.rs:2:18", "called `Result::unwrap()` on an `Err` value: E",
      frame("core::result::Result<T,E>::unwrap", "/rustc/1/library/core/src/result.rs:1:1") +
          frame("a::parse", "./src/lib.rs:2:18") + frame("a::tests::x", "./src/lib.rs:57:9") + in_wrapper);
  BOOST_TEST(places(context(), in_the_same_file) == "/w/src/lib.rs:57, raised at /w/src/lib.rs:2");
  const auto of_another =
      panic_of("x", "src/lib.rs:7:9", "boom",
               frame("a::boom", "./src/lib.rs:7:9") + frame("api::x", "./tests/api.rs:26:5"));
  BOOST_TEST(places(context("x", {"/w/tests/api.rs", 20}), of_another) ==
             "/w/tests/api.rs:26, raised at /w/src/lib.rs:7");
}

BOOST_AUTO_TEST_CASE(a_statement_of_several_lines_is_one_place) {
  const auto printed = panic_of("tests::x", "src/lib.rs:91:14", "a number: ()",
                                frame("a::tests::x", "./src/lib.rs:84:22") + in_wrapper);
  BOOST_TEST(places(context(), printed) == "/w/src/lib.rs:91");
}

BOOST_AUTO_TEST_CASE(closures_and_async_bodies_are_of_the_test) {
  const auto closure = panic_of("tests::x", "src/lib.rs:48:13", "n is 2",
                                frame("a::tests::x::{{closure}}", "./src/lib.rs:48:13") +
                                    frame("a::tests::x", "./src/lib.rs:46:19") + in_wrapper);
  BOOST_TEST(places(context(), closure) == "/w/src/lib.rs:48");
  const auto later =
      panic_of("tests::x", "src/lib.rs:2:5", "boom",
               frame("a::boom", "./src/lib.rs:2:5") + frame("a::tests::x::{closure#0}", "./src/lib.rs:45:5") +
                   frame("tokio::runtime::block_on", "/c/registry/src/i/tokio/src/x.rs:8:9") +
                   frame("a::tests::x", "./src/lib.rs:46:19"));
  BOOST_TEST(places(context(), later) == "/w/src/lib.rs:45, raised at /w/src/lib.rs:2");
}

BOOST_AUTO_TEST_CASE(a_case_has_the_body_that_its_macro_calls) {
  const auto printed =
      panic_of("cased::case_2", "tests/libs.rs:8:5", "check 20",
               frame("libs::check", "./tests/libs.rs:8:5") + frame("libs::cased", "./tests/libs.rs:106:5") +
                   frame("libs::cased::case_2", "./tests/libs.rs:102:1"));
  BOOST_TEST(places(context("cased::case_2", {"/w/tests/libs.rs", 102}), printed) ==
             "/w/tests/libs.rs:106, raised at /w/tests/libs.rs:8");
}

BOOST_AUTO_TEST_CASE(a_thread_that_was_joined_says_where_it_panicked) {
  const auto printed =
      panic_of("<unnamed>", "src/lib.rs:14:5", "boom", frame("a::boom", "./src/lib.rs:14:5")) +
      panic_of("tests::x", "src/lib.rs:72:46", "unwrap: Any { .. }",
               frame("a::tests::x", "./src/lib.rs:72:46") + in_wrapper);
  BOOST_TEST(places(context(), printed) == "/w/src/lib.rs:72, raised at /w/src/lib.rs:14");
  const auto scoped = panic_of("<unnamed>", "src/lib.rs:14:5", "boom",
                               frame("a::boom", "./src/lib.rs:14:5") +
                                   frame("a::tests::x::{{closure}}::{{closure}}", "./src/lib.rs:78:24")) +
                      panic_of("tests::x", "src/lib.rs:77:9", "a scoped thread panicked",
                               frame("a::tests::x", "./src/lib.rs:77:9") + in_wrapper);
  const auto made = test_failure(context(), scoped, "");
  BOOST_TEST(places(made) == "/w/src/lib.rs:78, raised at /w/src/lib.rs:14");
  BOOST_TEST(made.message == "a scoped thread panicked\nthread '<unnamed>' panicked at src/lib.rs:14: boom");
}

// rayon carries the panic over without a second report.
BOOST_AUTO_TEST_CASE(a_panic_in_a_thread_of_others_is_of_the_tests_definition) {
  const auto printed =
      panic_of("<unnamed>", "src/lib.rs:14:5", "boom", frame("a::boom", "./src/lib.rs:14:5"));
  BOOST_TEST(places(context(), printed) == "/w/src/lib.rs:40, raised at /w/src/lib.rs:14");
}

BOOST_AUTO_TEST_CASE(proptest_and_quickcheck_say_a_panic_again) {
  const auto caught = [](const std::string& thread) {
    return panic_of(
        thread, "src/lib.rs:8:5", "check 10",
        frame("a::check", "./src/lib.rs:8:5") + frame("a::tests::x::{{closure}}", "./src/lib.rs:48:9"));
  };
  const auto of_proptest =
      caught("tests::x") + panic_of("tests::x", "src/lib.rs:40:1",
                                    "Test failed: check 10.\nminimal failing input: n = 10",
                                    frame("a::tests::x", "/c/registry/src/i/proptest/sugar.rs:1:1"));
  BOOST_TEST(places(context(), of_proptest) == "/w/src/lib.rs:48, raised at /w/src/lib.rs:8");
  const auto of_quickcheck =
      caught("tests::x") +
      panic_of("tests::x", "/c/registry/src/i/quickcheck/src/tester.rs:1:1",
               "[quickcheck] TEST FAILED (runtime error). Arguments: (6)\nError: \"check 10\"",
               frame("a::tests::x", "./src/lib.rs:40:1"));
  BOOST_TEST(places(context(), of_quickcheck) == "/w/src/lib.rs:48, raised at /w/src/lib.rs:8");
  const auto asserted =
      panic_of("tests::x", "src/lib.rs:40:1",
               "Test failed: assertion failed: n < 5 at src/lib.rs:43.\nminimal failing input: n = 5");
  const auto made = test_failure(context(), asserted, "");
  BOOST_TEST(places(made) == "/w/src/lib.rs:43");
  BOOST_CHECK(made.kind == failure_kind::assertion);
}

BOOST_AUTO_TEST_CASE(without_frames_the_panics_own_place_is_what_is_known) {
  BOOST_TEST(places(context(), panic_of("tests::x", "src/lib.rs:45:9", "boom")) == "/w/src/lib.rs:45");
  BOOST_TEST(places(context(), panic_of("tests::x", "src/lib.rs:7:9", "boom")) ==
             "/w/src/lib.rs:40, raised at /w/src/lib.rs:7");
  BOOST_TEST(places(context("x", {"/w/tests/api.rs", 0}), panic_of("x", "src/lib.rs:7:9", "boom")) ==
             "/w/src/lib.rs:7");
  BOOST_TEST(places(context(), panic_of("tests::x", "/rustc/1/library/core/option.rs:5:5", "boom")) ==
             "/w/src/lib.rs:40");
}

// Rust before 1.72 lists no places.
BOOST_AUTO_TEST_CASE(where_no_definition_is_known_the_tests_file_is) {
  const auto printed =
      panic_of("renamed", "src/lib.rs:7:9", "boom",
               frame("a::boom", "./src/lib.rs:7:9") + frame("api::body", "./tests/api.rs:26:5"));
  BOOST_TEST(places(context("renamed", {"/w/tests/api.rs", 0}), printed) ==
             "/w/tests/api.rs:26, raised at /w/src/lib.rs:7");
}

BOOST_AUTO_TEST_CASE(crates_that_cargo_fetched_into_the_project_are_not_the_project) {
  const auto printed = panic_of("tests::x", "/w/.cargo/registry/src/i/dep/src/lib.rs:3:3", "boom",
                                frame("dep::go", "/w/.cargo/registry/src/i/dep/src/lib.rs:3:3") +
                                    frame("a::tests::x", "./src/lib.rs:57:9"));
  BOOST_TEST(places(context(), printed) == "/w/src/lib.rs:57");
}

BOOST_AUTO_TEST_CASE(an_inlined_function_has_a_place_of_its_own) {
  const auto printed = panic_of("tests::x", "src/lib.rs:34:9", "boom",
                                "   1: a::tests::helper\n             at ./src/lib.rs:34:9\n"
                                "      a::tests::x\n             at ./src/lib.rs:44:9\n");
  BOOST_TEST(places(context(), printed) == "/w/src/lib.rs:44, raised at /w/src/lib.rs:34");
}

BOOST_AUTO_TEST_CASE(a_process_that_ended_may_have_said_where) {
  const auto made = crash_failure(context(), "signal 6 (SIGABRT)",
                                  panic_of("tests::y", "src/lib.rs:3:5", "of another") +
                                      panic_of("tests::x", "/rustc/1/library/core/src/panicking.rs:233:5",
                                               "panic in a destructor during cleanup",
                                               frame("<a::D as core::ops::Drop>::drop", "./src/lib.rs:18:9") +
                                                   frame("a::tests::x", "./src/lib.rs:47:5")));
  BOOST_CHECK(made.kind == failure_kind::crash);
  BOOST_TEST(places(made) == "/w/src/lib.rs:47, raised at /w/src/lib.rs:18");
  BOOST_TEST(
      made.message ==
      "the test binary ended while this test was running (signal 6 (SIGABRT)): panic in a destructor during "
      "cleanup");
  BOOST_TEST(places(crash_failure(context(), "exit code 0", "bye\n")) == "/w/src/lib.rs:40");
}

BOOST_AUTO_TEST_CASE(a_crash_by_a_panic_has_its_stack) {
  const auto made = crash_failure(
      context(), "signal 6 (SIGABRT)",
      panic_of("tests::x", "src/lib.rs:47:5", "in a test", frame("a::tests::x", "./src/lib.rs:47:5")));
  BOOST_REQUIRE(made.stack.own.size() == 1u);
  BOOST_TEST((made.stack.own.front().where == location{"/w/src/lib.rs", 47}));
}

BOOST_AUTO_TEST_CASE(a_stack_overflow_is_said) {
  constexpr std::string_view ended = "the test binary ended while this test was running (signal 6 (SIGABRT))";
  const auto message = [](std::string_view said, std::string_view ending) {
    return crash_failure(context(), ending, said).message;
  };
  const std::string told = std::string{ended} + ": stack overflow";
  BOOST_TEST(
      message("\nthread 'tests::x' (22681) has overflowed its stack\nfatal runtime error: stack overflow\n",
              "signal 6 (SIGABRT)") == told);
  BOOST_TEST(message("thread 'main' has overflowed its stack\n", "signal 6 (SIGABRT)") == told);
  BOOST_TEST(message("it has overflowed its stack\n", "signal 6 (SIGABRT)") == ended);
  BOOST_TEST(message("thread 'of a child' has overflowed its stack\n", "exit code 3") ==
             "the test binary ended while this test was running (exit code 3)");
}

BOOST_AUTO_TEST_CASE(a_harness_that_does_not_capture_leaves_the_panic_on_stderr) {
  const auto said =
      panic_of("tests::y", "src/lib.rs:3:5", "of another") + panic_of("tests::x", "src/lib.rs:41:5", "mine");
  BOOST_TEST(uncaptured_failure(context(), said).message == "mine");
  BOOST_TEST(uncaptured_failure(context("tests::z"), said).message == "failed without a message");
}

BOOST_AUTO_TEST_CASE(a_panic_with_the_wrong_text_is_of_the_test_too) {
  const auto made = test_failure(
      context(),
      panic_of("tests::x", "src/lib.rs:14:5", "boom",
               frame("a::boom", "./src/lib.rs:14:5") + frame("a::tests::x", "./src/lib.rs:57:9")),
      "panic did not contain expected string\n      panic message: \"boom\"\n expected substring: \"other\"");
  BOOST_TEST(places(made) == "/w/src/lib.rs:57, raised at /w/src/lib.rs:14");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust
