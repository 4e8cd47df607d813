#include "parsers/languages/rust/output/failure.hpp"
#include "parsers/languages/rust/output/panic.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::rust {
namespace {

test_context context(std::string name = "tests::x") {
  test_context out;
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

BOOST_AUTO_TEST_CASE(assert_eq_has_a_left_and_a_right_value) {
  const auto made = test_failure(
      context(),
      panicked("crates/a/tests/api.rs:12:5", "assertion `left == right` failed: sum\n  left: 3\n right: 2"),
      "");
  BOOST_CHECK(made.kind == failure_kind::assertion);
  BOOST_TEST(made.message == "assertion `left == right` failed: sum");
  BOOST_CHECK(made.values == value_names::left_right);
  BOOST_TEST(made.expected.value() == "2");
  BOOST_TEST(made.actual.value() == "3");
  BOOST_TEST(made.diff.empty());
  BOOST_TEST(place(made) == "/w/crates/a/tests/api.rs:12");
}

BOOST_AUTO_TEST_CASE(before_1_73_the_values_stand_in_backquotes) {
  const auto made = test_failure(
      context(),
      "thread 'tests::x' panicked at 'assertion failed: `(left == right)`\n  left: `3`,\n right: `2`: sum', "
      "crates/a/tests/api.rs:12:5\n",
      "");
  BOOST_TEST(made.message == "assertion failed: `(left == right)`: sum");
  BOOST_TEST(made.expected.value() == "2");
  BOOST_TEST(made.actual.value() == "3");
}

BOOST_AUTO_TEST_CASE(texts_of_several_lines_have_a_diff) {
  const auto made = test_failure(context(),
                                 panicked("crates/a/tests/api.rs:12:5",
                                          R"(assertion `left == right` failed
  left: "alpha\nBETA\ngamma"
 right: "alpha\nbeta\ngamma")"),
                                 "");
  BOOST_TEST(made.diff == "--- left\n+++ right\n alpha\n-BETA\n+beta\n gamma");
  BOOST_TEST(made.actual.value() == R"("alpha\nBETA\ngamma")");
}

BOOST_AUTO_TEST_CASE(assert_ne_keeps_its_values_in_the_message) {
  const auto made = test_failure(
      context(),
      panicked("crates/a/tests/api.rs:12:5", "assertion `left != right` failed\n  left: 1\n right: 1"), "");
  BOOST_CHECK(made.kind == failure_kind::assertion);
  BOOST_TEST(!made.expected.has_value());
  BOOST_TEST(made.message == "assertion `left != right` failed\n  left: 1\n right: 1");
}

BOOST_AUTO_TEST_CASE(only_the_source_tells_an_assertion_with_a_text_from_a_panic) {
  auto about = context();
  const auto text = panicked("crates/a/tests/api.rs:12:5", "too small");
  BOOST_CHECK(test_failure(about, text, "").kind == failure_kind::panic);
  about.source_line = [](const location& where) {
    BOOST_CHECK((where == location{"/w/crates/a/tests/api.rs", 12}));
    return std::string{"    assert!(x > 2, \"too small\");"};
  };
  BOOST_CHECK(test_failure(about, text, "").kind == failure_kind::assertion);
  about.source_line = [](const location&) { return std::string{"    panic!(\"too small\");"}; };
  BOOST_CHECK(test_failure(about, text, "").kind == failure_kind::panic);
}

BOOST_AUTO_TEST_CASE(the_last_panic_of_the_tests_own_thread_speaks) {
  const auto made = test_failure(context(),
                                 "thread 'tests::x' panicked at src/a.rs:1:1:\ncaught\n\n"
                                 "thread 'tests::x' panicked at src/a.rs:2:1:\nfinal\n\n"
                                 "thread 'worker' panicked at src/a.rs:3:1:\nlater\n",
                                 "");
  BOOST_TEST(made.message == "final");
}

BOOST_AUTO_TEST_CASE(a_joined_thread_says_why_it_panicked) {
  const auto made = test_failure(context(),
                                 "thread '<unnamed>' panicked at src/a.rs:3:1:\nthe reason\n\nthread "
                                 "'tests::x' panicked at src/a.rs:4:1:\n"
                                 "called `Result::unwrap()` on an `Err` value: Any { .. }\n",
                                 "");
  BOOST_TEST(
      made.message ==
      "called `Result::unwrap()` on an `Err` value: Any { .. }\nthread '<unnamed>' panicked at src/a.rs:3: "
      "the reason");
}

BOOST_AUTO_TEST_CASE(similar_asserts_keeps_its_names) {
  const auto plain = test_failure(
      context(),
      panicked("crates/a/tests/api.rs:12:5",
               "assertion failed: `(left == right)`'\n  left: `\"[1, 2]\"`\n right: `\"[1, 4]\"`\n\n"
               "Differences (-left|+right):\n 1,\n-2,\n+4,\n"),
      "");
  BOOST_TEST(plain.message == "assertion failed: `(left == right)`");
  BOOST_CHECK(plain.values == value_names::left_right);
  BOOST_TEST(plain.actual.value() == "\"[1, 2]\"");
  BOOST_TEST(plain.expected.value() == "\"[1, 4]\"");
  BOOST_TEST(plain.diff == "Differences (-left|+right):\n 1,\n-2,\n+4,");
  const auto named = test_failure(
      context(),
      panicked("crates/a/tests/api.rs:12:5",
               "assertion failed: `(expected == actual)`'\n expected: `\"b\"`\n   actual: `\"c\"`\n\n"
               "Differences (-expected|+actual):\n-b\n+c\n"),
      "");
  BOOST_CHECK(named.values == value_names::actual_expected);
  BOOST_TEST(named.expected.value() == "\"b\"");
  BOOST_TEST(named.actual.value() == "\"c\"");
}

BOOST_AUTO_TEST_CASE(an_asserting_macro_of_another_crate_is_known_by_the_line_that_calls_it) {
  auto about = context();
  about.source_line = [](const location& where) {
    const bool called = where == location{"/w/crates/a/tests/api.rs", 72};
    return std::string{called ? "    insta::assert_snapshot!(value, @\"x\");" : ""};
  };
  const auto made = test_failure(
      about,
      "━━━ Snapshot Summary ━━━\nSnapshot: x\n────\nExpression: value\n────\n-old snapshot\n+new results\n"
      "────┬───\n  1   │-other\n    1 │+value\n────┴───\nStopped on the first failure. Run `cargo insta\n\n"
      "thread 'tests::x' panicked at /c/registry/src/i/insta-1/src/runtime.rs:734:13:\n"
      "snapshot assertion for 'x' failed in line 72\nstack backtrace:\n"
      "   2: insta::finalize\n             at /c/registry/src/i/insta-1/src/runtime.rs:734:13\n"
      "   4: api::tests::x\n             at ./tests/api.rs:72:5\n",
      "");
  BOOST_CHECK(made.kind == failure_kind::assertion);
  BOOST_TEST(place(made) == "/w/crates/a/tests/api.rs:72");
  BOOST_TEST(made.diff == "--- snapshot\n+++ new result\n-other\n+value");
}

BOOST_AUTO_TEST_CASE(a_snapshot_that_is_not_there_is_said_so) {
  BOOST_TEST(insta_diff(" Snapshot Summary \n────\n+new results\n────┬───\n    1 │+value\n────┴───\n") ==
             "there is no such snapshot yet\n+++ new result\n+value");
}

// It ends the test by resume_unwind, which no panic hook sees.
BOOST_AUTO_TEST_CASE(a_snapshot_of_expect_test_has_its_place_and_both_texts) {
  const auto made = test_failure(
      context(),
      "\n\n\x1b[1m\x1b[91merror\x1b[97m: expect test failed\x1b[0m\n   \x1b[1m\x1b[34m-->\x1b[0m "
      "tests/api.rs:21:5\n\n"
      "You can update all `expect!` tests by running:\n\n    env UPDATE_EXPECT=1 cargo test\n\n"
      "\x1b[1mExpect\x1b[0m:\n----\na\n----\nError: "
      "b\n\n----\n\n\x1b[1mActual\x1b[0m:\n----\na\n----\nError: c\n\n----\n\n"
      "\x1b[1mDiff\x1b[0m:\n----\na\n----\nError: bc\n\n----\n\n",
      "");
  BOOST_CHECK(made.kind == failure_kind::assertion);
  BOOST_TEST(place(made) == "/w/tests/api.rs:21");
  BOOST_TEST(made.message == "expect test failed");
  BOOST_TEST(made.expected.value() == "a\n----\nError: b\n");
  BOOST_TEST(made.actual.value() == "a\n----\nError: c\n");
}

BOOST_AUTO_TEST_CASE(an_assertion_that_blames_its_caller_is_one) {
  auto about = context();
  about.source_line = [](const location& where) {
    return std::string{where.line == 39 ? "    assert!(n == 2, \"é {n}\");" : "    tracked(1);"};
  };
  const auto blamed = panicked("crates/a/tests/api.rs:51:5", "é 1",
                               "   2: api::tracked\n             at ./tests/api.rs:39:5\n"
                               "   3: api::tests::x\n             at ./tests/api.rs:51:5\n");
  BOOST_CHECK(test_failure(about, blamed, "").kind == failure_kind::assertion);
}

BOOST_AUTO_TEST_CASE(columns_count_characters) {
  auto about = context();
  about.source_line = [](const location&) {
    return std::string{"    let ä = \"日本\"; assert!(false, \"no\");"};
  };
  BOOST_CHECK(test_failure(about, panicked("crates/a/tests/api.rs:12:19", "no"), "").kind ==
              failure_kind::assertion);
}

BOOST_AUTO_TEST_CASE(what_googletest_expected_is_the_message) {
  const auto made =
      test_failure(context(),
                   "printed\nValue of: a\nExpected: is equal to 3\nActual: 2,\n  which isn't equal to 3\n"
                   "  at crates/a/tests/api.rs:51:5\nValue of: b\nExpected: is 1\nActual: 0,\n"
                   "  at crates/a/tests/api.rs:52:5\nError: See failure output above\n",
                   "");
  BOOST_CHECK(made.kind == failure_kind::assertion);
  BOOST_TEST(place(made) == "/w/crates/a/tests/api.rs:51");
  BOOST_TEST(made.message.starts_with("Value of: a\nExpected: is equal to 3"));
  BOOST_TEST(made.message.ends_with("Actual: 0,\n  at crates/a/tests/api.rs:52:5"));
}

BOOST_AUTO_TEST_CASE(a_returned_error_is_its_value) {
  const auto made = test_failure(context(), "printed\nError: \"no such\\nthing\"\n", "");
  BOOST_CHECK(made.kind == failure_kind::panic);
  BOOST_TEST(made.message == "no such\nthing");
  BOOST_TEST(place(made) == "/w/crates/a/tests/api.rs:10");
  BOOST_TEST(test_failure(context(), "Error: Custom { code: 3 }\n", "").message == "Custom { code: 3 }");
  BOOST_TEST(
      test_failure(context(),
                   "Error: reading x\n\nCaused by:\n    invalid digit\n\nStack backtrace:\n"
                   "   0: anyhow::context\n             at /c/registry/src/i/anyhow/src/a.rs:1:1\n"
                   "   1: a::tests::x\n             at ./src/lib.rs:104:34\n"
                   "   2: core::call\n             at /rustc/1/library/core/src/a.rs:1:1\n",
                   "")
          .message ==
      "reading x\n\nCaused by:\n    invalid digit\n\n   1: a::tests::x\n             at ./src/lib.rs:104:34");
  const std::string old =
      "thread 'tests::x' panicked at 'assertion failed: `(left == right)`\n  left: `1`,\n right: `0`: the "
      "test returned "
      "a termination value with a non-zero status code (1) which indicates a failure', "
      "/rustc/1/library/test/src/lib.rs:187:5\n";
  BOOST_TEST(test_failure(context(), old, "").message == "the test returned an error; stderr has its value");
  BOOST_TEST(test_failure(context(), "Error: \"gone\"\n" + old, "").message == "gone");
  BOOST_CHECK(test_failure(context(), old, "").kind == failure_kind::panic);
}

BOOST_AUTO_TEST_CASE(a_test_that_should_have_panicked) {
  auto made = test_failure(context(), "", "test did not panic as expected at crates/a/tests/api.rs:33:29");
  BOOST_CHECK(made.kind == failure_kind::assertion);
  BOOST_TEST(made.message == "test did not panic as expected");
  BOOST_TEST(place(made) == "/w/crates/a/tests/api.rs:10");
  made = test_failure(
      context(), panicked("crates/a/tests/api.rs:32:52", "abc"),
      "panic did not contain expected string\n      panic message: \"abc\"\n expected substring: "
      "\"xyz\"");
  BOOST_TEST(made.message == "panic did not contain expected string");
  BOOST_TEST(made.expected.value() == "\"xyz\"");
  BOOST_TEST(made.actual.value() == "\"abc\"");
  BOOST_TEST(place(made) == "/w/crates/a/tests/api.rs:32");
}

BOOST_AUTO_TEST_CASE(a_test_that_said_nothing_has_a_message_all_the_same) {
  const auto made = test_failure(context(), "", "");
  BOOST_TEST(made.message == "failed without a message");
}

BOOST_AUTO_TEST_CASE(pretty_assertions_keeps_its_own_diff) {
  const auto made = test_failure(context(),
                                 panicked("crates/a/tests/api.rs:12:5",
                                          "assertion failed: `(left == right)`\n\n\x1b[1mDiff\x1b[0m "
                                          "\x1b[31m< left\x1b[0m / \x1b[32mright >\x1b[0m "
                                          ":\n same\n\x1b[31m<is\x1b[0m\n\x1b[32m>should be\x1b[0m\n\n"),
                                 "");
  BOOST_TEST(made.message == "assertion failed: `(left == right)`");
  BOOST_TEST(made.diff == "Diff < left / right > :\n same\n<is\n>should be");
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
}  // namespace covey::parsers::languages::rust
