#include "parsers/output/rust/failure.hpp"
#include "parsers/output/rust/comparison.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

rust_test_context context(std::string name = "tests::x") {
  rust_test_context out;
  out.name = std::move(name);
  out.root = "/w";
  out.folder = "/w/crates/a";
  out.defined = {"/w/crates/a/tests/api.rs", 10};
  return out;
}

std::string panicked(const std::string& place, const std::string& message, const std::string& frames = {}) {
  return "thread 'tests::x' panicked at " + place + ":\n" + message + "\nstack backtrace:\n" + frames;
}

std::string place(const failure& of) {
  return of.where.file + ":" + std::to_string(of.where.line);
}

BOOST_AUTO_TEST_SUITE(rust_failure_of_a_test)

BOOST_AUTO_TEST_CASE(assert_eq_gives_both_values_the_right_one_is_expected) {
  const auto made = rust_test_failure(
      context(),
      panicked("crates/a/tests/api.rs:12:5", "assertion `left == right` failed: sum\n  left: 3\n right: 2"),
      "");
  BOOST_CHECK(made.kind == failure_kind::assertion);
  BOOST_TEST(made.message == "assertion `left == right` failed: sum");
  BOOST_TEST(made.expected.value() == "2");
  BOOST_TEST(made.actual.value() == "3");
  BOOST_TEST(made.diff.empty());
  BOOST_TEST(place(made) == "/w/crates/a/tests/api.rs:12");
}

BOOST_AUTO_TEST_CASE(before_1_73_the_values_stand_in_backquotes) {
  const auto made = rust_test_failure(
      context(),
      "thread 'tests::x' panicked at 'assertion failed: `(left == right)`\n  left: `3`,\n right: `2`: sum', "
      "crates/a/tests/api.rs:12:5\n",
      "");
  BOOST_TEST(made.message == "assertion failed: `(left == right)`: sum");
  BOOST_TEST(made.expected.value() == "2");
  BOOST_TEST(made.actual.value() == "3");
}

BOOST_AUTO_TEST_CASE(texts_of_several_lines_have_a_diff) {
  const auto made = rust_test_failure(context(),
                                      panicked("crates/a/tests/api.rs:12:5",
                                               R"(assertion `left == right` failed
  left: "alpha\nBETA\ngamma"
 right: "alpha\nbeta\ngamma")"),
                                      "");
  BOOST_TEST(made.diff == " alpha\n-beta\n+BETA\n gamma");
  BOOST_TEST(made.actual.value() == R"("alpha\nBETA\ngamma")");
}

BOOST_AUTO_TEST_CASE(assert_ne_keeps_its_values_in_the_message) {
  const auto made = rust_test_failure(
      context(),
      panicked("crates/a/tests/api.rs:12:5", "assertion `left != right` failed\n  left: 1\n right: 1"), "");
  BOOST_CHECK(made.kind == failure_kind::assertion);
  BOOST_TEST(!made.expected.has_value());
  BOOST_TEST(made.message == "assertion `left != right` failed\n  left: 1\n right: 1");
}

BOOST_AUTO_TEST_CASE(only_the_source_tells_an_assertion_with_a_text_from_a_panic) {
  auto about = context();
  const auto text = panicked("crates/a/tests/api.rs:12:5", "too small");
  BOOST_CHECK(rust_test_failure(about, text, "").kind == failure_kind::panic);
  about.source_line = [](const location& where) {
    BOOST_CHECK((where == location{"/w/crates/a/tests/api.rs", 12}));
    return std::string{"    assert!(x > 2, \"too small\");"};
  };
  BOOST_CHECK(rust_test_failure(about, text, "").kind == failure_kind::assertion);
  about.source_line = [](const location&) { return std::string{"    panic!(\"too small\");"}; };
  BOOST_CHECK(rust_test_failure(about, text, "").kind == failure_kind::panic);
}

BOOST_AUTO_TEST_CASE(the_place_is_in_the_tests_own_file_where_there_is_one) {
  const auto in_source = panicked("crates/a/src/lib.rs:7:9", "boom",
                                  "   0: std\n             at /rustc/1/library/std.rs:1:1\n"
                                  "   1: a::parse\n             at ./src/lib.rs:7:9\n"
                                  "   2: api::tests::x\n             at ./tests/api.rs:26:5\n");
  BOOST_TEST(place(rust_test_failure(context(), in_source, "")) == "/w/crates/a/tests/api.rs:26");
  const auto in_std = panicked("/rustc/1/library/core/option.rs:5:5", "unwrap on None",
                               "   1: a::parse\n             at ./src/lib.rs:7:9\n");
  BOOST_TEST(place(rust_test_failure(context(), in_std, "")) == "/w/crates/a/src/lib.rs:7");
  const auto no_frames = "thread 'tests::x' panicked at crates/a/src/lib.rs:7:9:\nboom\n";
  BOOST_TEST(place(rust_test_failure(context(), no_frames, "")) == "/w/crates/a/src/lib.rs:7");
  const auto nowhere = "thread 'tests::x' panicked at /rustc/1/library/core/option.rs:5:5:\nboom\n";
  BOOST_TEST(place(rust_test_failure(context(), nowhere, "")) == "/w/crates/a/tests/api.rs:10");
}

BOOST_AUTO_TEST_CASE(the_last_panic_of_the_tests_own_thread_speaks) {
  const auto made = rust_test_failure(context(),
                                      "thread 'tests::x' panicked at src/a.rs:1:1:\ncaught\n\n"
                                      "thread 'tests::x' panicked at src/a.rs:2:1:\nfinal\n\n"
                                      "thread 'worker' panicked at src/a.rs:3:1:\nlater\n",
                                      "");
  BOOST_TEST(made.message == "final");
}

BOOST_AUTO_TEST_CASE(a_joined_thread_says_why_it_panicked) {
  const auto made = rust_test_failure(context(),
                                      "thread '<unnamed>' panicked at src/a.rs:3:1:\nthe reason\n\nthread "
                                      "'tests::x' panicked at src/a.rs:4:1:\n"
                                      "called `Result::unwrap()` on an `Err` value: Any { .. }\n",
                                      "");
  BOOST_TEST(
      made.message ==
      "called `Result::unwrap()` on an `Err` value: Any { .. }\nthread '<unnamed>' panicked at src/a.rs:3: "
      "the reason");
}

BOOST_AUTO_TEST_CASE(a_returned_error_is_its_value) {
  const auto made = rust_test_failure(context(), "printed\nError: \"no such\\nthing\"\n", "");
  BOOST_CHECK(made.kind == failure_kind::panic);
  BOOST_TEST(made.message == "no such\nthing");
  BOOST_TEST(place(made) == "/w/crates/a/tests/api.rs:10");
  BOOST_TEST(rust_test_failure(context(), "Error: Custom { code: 3 }\n", "").message == "Custom { code: 3 }");
  const std::string old =
      "thread 'tests::x' panicked at 'assertion failed: `(left == right)`\n  left: `1`,\n right: `0`: the "
      "test returned "
      "a termination value with a non-zero status code (1) which indicates a failure', "
      "/rustc/1/library/test/src/lib.rs:187:5\n";
  BOOST_TEST(rust_test_failure(context(), old, "").message ==
             "the test returned an error; stderr has its value");
  BOOST_TEST(rust_test_failure(context(), "Error: \"gone\"\n" + old, "").message == "gone");
  BOOST_CHECK(rust_test_failure(context(), old, "").kind == failure_kind::panic);
}

BOOST_AUTO_TEST_CASE(a_test_that_should_have_panicked) {
  auto made =
      rust_test_failure(context(), "", "test did not panic as expected at crates/a/tests/api.rs:33:29");
  BOOST_CHECK(made.kind == failure_kind::assertion);
  BOOST_TEST(made.message == "test did not panic as expected");
  BOOST_TEST(place(made) == "/w/crates/a/tests/api.rs:10");
  made = rust_test_failure(
      context(), panicked("crates/a/tests/api.rs:32:52", "abc"),
      "panic did not contain expected string\n      panic message: \"abc\"\n expected substring: "
      "\"xyz\"");
  BOOST_TEST(made.message == "panic did not contain expected string");
  BOOST_TEST(made.expected.value() == "\"xyz\"");
  BOOST_TEST(made.actual.value() == "\"abc\"");
  BOOST_TEST(place(made) == "/w/crates/a/tests/api.rs:32");
}

BOOST_AUTO_TEST_CASE(a_test_that_said_nothing_has_a_message_all_the_same) {
  const auto made = rust_test_failure(context(), "", "");
  BOOST_TEST(made.message == "failed without a message");
}

BOOST_AUTO_TEST_CASE(pretty_assertions_has_its_diff_turned_round) {
  const auto made = rust_test_failure(context(),
                                      panicked("crates/a/tests/api.rs:12:5",
                                               "assertion failed: `(left == right)`\n\n\x1b[1mDiff\x1b[0m "
                                               "\x1b[31m< left\x1b[0m / \x1b[32mright >\x1b[0m "
                                               ":\n same\n\x1b[31m<is\x1b[0m\n\x1b[32m>should be\x1b[0m\n\n"),
                                      "");
  BOOST_TEST(made.message == "assertion failed: `(left == right)`");
  BOOST_TEST(made.diff == " same\n+is\n-should be");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(rust_values)

BOOST_AUTO_TEST_CASE(a_debug_text_is_read_back) {
  BOOST_TEST(undebugged(R"("a\n\"b\"\\")").value() == "a\n\"b\"\\");
  for (const auto* other : {"", "\"", "3", "\"a\", \"b\"", "Some(\"a\")"})
    BOOST_TEST(!undebugged(other), other);
}

BOOST_AUTO_TEST_CASE(a_diff_keeps_what_both_begin_and_end_with) {
  BOOST_TEST(line_diff("a", "b").empty());
  BOOST_TEST(line_diff("a\nb\nc", "a\nc") == " a\n-b\n c");
  BOOST_TEST(line_diff("a", "a\nb") == " a\n+b");
  BOOST_TEST(line_diff("x\ny", "x\ny") == " x\n y");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
