#include "parsers/languages/go/output/failure.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/failures/difference.hpp"
#include <boost/test/unit_test.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace covey::parsers;
using namespace covey::parsers::languages::go;

namespace {

using maybe = std::optional<std::string>;

struct row {
  std::string_view text;
  std::string_view message;
  maybe expected;
  maybe actual;
  std::string_view diff;
};

void check(const std::vector<row>& rows) {
  for (const auto& row : rows) {
    BOOST_TEST_CONTEXT(row.text) {
      const auto result = read_comparison(row.text);
      BOOST_TEST(result.message == row.message);
      BOOST_TEST(result.diff == row.diff);
      BOOST_TEST(result.expected.value_or("none") == row.expected.value_or("none"));
      BOOST_TEST(result.actual.value_or("none") == row.actual.value_or("none"));
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(go_comparisons)

BOOST_AUTO_TEST_CASE(two_values_within_a_line_are_told_apart_and_the_message_stays) {
  const auto same = [](std::string_view text, maybe expected, maybe actual) {
    return row{text, text, std::move(expected), std::move(actual), {}};
  };
  check({same("got 4, want 5", "5", "4"), same("Got 4; want 5", "5", "4"),
         same("Add(2, 2) = 4, want 5", "5", "4"), same("name: want 1, got 2", "1", "2"),
         same("have 4, want 5", "5", "4"), same("want 1, have 2", "1", "2"),
         same(R"(expected "a", got "b")", R"("a")", R"("b")"), same("expected 1 but got 2", "1", "2"),
         same("got: 4, want: 5", "5", "4"), same("got [1, 2], want [1, 2, 3]", "[1, 2, 3]", "[1, 2]"),
         same("expected: 1, actual: 2", "1", "2"), same("unexpected 1, got 2", {}, {}),
         same("forgot 1, want 2", {}, {}), same("want 1", {}, {}), same("nothing to compare", {}, {}),
         same("a heading\nthen got 4, want 5", {}, {})});
}

BOOST_AUTO_TEST_CASE(got_and_want_lines_become_the_diff) {
  check({{"mismatch\ngot: 5\nwant: 3", "mismatch", "3", "5", "got: 5\nwant: 3"},
         {"\ngot: 5\nwant: 3", "mismatch", "3", "5", "got: 5\nwant: 3"},
         {"parse:\n\twant: [a]\n\tgot:  [b]\nhint", "parse:\nhint", "[a]", "[b]", "want: [a]\ngot:  [b]"},
         {"got:\na\n b\nwant:\na\n c", "mismatch", "a\n c", "a\n b", "got:\na\n b\nwant:\na\n c"},
         {"got: a\n b\nwant: a\n c", "mismatch", "a\n c", "a\n b", "got: a\n b\nwant: a\n c"},
         {"Expected: 1\nActual  : 2", "mismatch", "1", "2", "Expected: 1\nActual  : 2"},
         {"\nhave:\n\ta\n\n\tb\nwant:\n\ta\n\tb\n", "mismatch", "\ta\n\tb", "\ta\n\n\tb",
          "have:\n\ta\n\n\tb\nwant:\n\ta\n\tb"},
         {"got: 5\nand nothing else", "got: 5\nand nothing else", {}, {}, ""}});
}

// As table tests print with %#v.
BOOST_AUTO_TEST_CASE(values_that_say_themselves_where_they_begin_need_no_colon) {
  check({{"Input   [\"a\"]\nExpected[\"<p>a: b</p>\"]\nActual  [\"<p>a</p>\"]", "Input   [\"a\"]",
          "[\"<p>a: b</p>\"]", "[\"<p>a</p>\"]", ""},
         {"Parse:\n\tgot   {A:1}\n\twant  {A:2}\nline 3", "Parse:\nline 3", "{A:2}", "{A:1}", ""},
         {"expected \"a\"\nactual \"b\"", "mismatch", "\"a\"", "\"b\"", ""},
         {"got = 1\nwant = 2", "mismatch", "2", "1", ""},
         {"Expected[a\nb]\nActual  [a\nc]", "mismatch", "[a\nb]", "[a\nc]", ""},
         {"expected [1] in the list\nand got none", "expected [1] in the list\nand got none", {}, {}, ""},
         {"want more\ngot less", "want more\ngot less", {}, {}, ""},
         {"got == 1\nwant == 2", "got == 1\nwant == 2", {}, {}, ""}});
}

// A dump of a line each is shown where the two differ, not as their first bytes, which are the same.
BOOST_AUTO_TEST_CASE(long_values_of_a_line_are_shown_around_their_difference) {
  const std::string same(2300, 'x');
  auto told = read_comparison("Input   [\"in\"]\nExpected[\"" + same + "one" + same + "\"]\nActual  [\"" +
                              same + "two" + same + "\"]");
  failure from;
  from.message = told.message;
  keep_values(from, told.actual, told.expected);
  const auto shown = difference_of(from, 400);
  BOOST_TEST(shown.text.size() < 500u);
  BOOST_TEST(shown.text.find("one") != std::string::npos, shown.text);
  BOOST_TEST(shown.text.find("two") != std::string::npos, shown.text);
  BOOST_TEST(message_beside(from, shown) == "Input   [\"in\"]");
}

BOOST_AUTO_TEST_CASE(the_lines_after_a_want_got_heading_are_the_diff) {
  check({{"Load() mismatch (-want +got):\n  a\n- b\n+ c\n",
          "Load() mismatch (-want +got)",
          {},
          {},
          "  a\n- b\n+ c"},
         {"-got, +want:\n-a\n+b", "-got, +want", {}, {}, "-a\n+b"},
         {"mismatch (-want +got):\nno change in here",
          "mismatch (-want +got):\nno change in here",
          {},
          {},
          ""}});
}

BOOST_AUTO_TEST_CASE(gomegas_two_values_are_told_apart) {
  check(
      {{"Expected\n    <int>: 3\nto equal\n    <int>: 4", "Expected … to equal …", "4", "3", ""},
       {"the total\nExpected\n    <int>: 3\nto equal\n    <int64>: 3", "the total\nExpected … to equal …",
        "<int64>: 3", "<int>: 3", ""},
       {"Expected\n    <string>: a\n    b\nto equal        |\n    <string>: a\n    c",
        "Expected … to equal …", "a\nc", "a\nb", ""},
       {"Expected\n    <[]int | len:1, cap:1>: [1]\nto consist of\n    <[]int | len:1, cap:1>: [2]\nthe missing "
        "elements were\n    <[]int>: [2]",
        "Expected … to consist of …\nthe missing elements were\n    <[]int>: [2]", "[2]", "[1]", ""},
       {"Expected\n    <bool>: false\nto be true", "Expected\n    <bool>: false\nto be true", {}, {}, ""},
       {"Expected\n    <int>: 3\nnot to equal\n    <int>: 3",
        "Expected\n    <int>: 3\nnot to equal\n    <int>: 3",
        {},
        {},
        ""},
       {"Expected", "Expected", {}, {}, ""},
       {"Expected\n    <int>: 3", "Expected\n    <int>: 3", {}, {}, ""}});
}

BOOST_AUTO_TEST_CASE(what_follows_an_indented_value_is_not_the_value) {
  const auto result = read_comparison(
      "\nerror:\n  values are not equal\ngot:\n  int(2)\nwant:\n  int(3)\nstack:\n  /w/a_test.go:35\n    "
      "c.Assert(2, qt.Equals, 3)\n");
  BOOST_TEST(result.actual.value_or("none") == "  int(2)");
  BOOST_TEST(result.expected.value_or("none") == "  int(3)");
  BOOST_TEST(result.message ==
             "error:\n  values are not equal\nstack:\n  /w/a_test.go:35\n    c.Assert(2, qt.Equals, 3)");
}

BOOST_AUTO_TEST_CASE(a_testify_block_is_taken_apart) {
  const auto result = read_comparison(
      "\n\tError Trace:\t/w/helper_test.go:7\n"
      "\t            \t\t\t\t/w/x_test.go:12\n"
      "\tError:      \tNot equal: \n"
      "\t            \texpected: \"a\"\n"
      "\t            \tactual  : \"b\"\n"
      "\t            \t\n"
      "\t            \tDiff:\n"
      "\t            \t--- Expected\n"
      "\t            \t+++ Actual\n"
      "\t            \t@@ -1 +1 @@\n"
      "\t            \t-a\n"
      "\t            \t+b\n"
      "\tTest:       \tTestX\n"
      "\tMessages:   \tthe first name\n");
  BOOST_TEST(result.message == "Not equal\nthe first name");
  BOOST_TEST(result.expected.value_or("none") == "\"a\"");
  BOOST_TEST(result.actual.value_or("none") == "\"b\"");
  BOOST_TEST(result.diff == "--- Expected\n+++ Actual\n@@ -1 +1 @@\n-a\n+b");
  BOOST_REQUIRE_EQUAL(result.trace.size(), 2U);
  BOOST_TEST(result.trace.front().file == "/w/helper_test.go");
  BOOST_TEST(result.trace.front().line == 7U);
  BOOST_TEST(result.trace.back().line == 12U);
}

BOOST_AUTO_TEST_CASE(a_testify_error_without_values_keeps_its_text) {
  const auto result = read_comparison(
      "\n\tError Trace:\tx_test.go:33\n"
      "\tError:      \tReceived unexpected error:\n"
      "\t            \topen /nowhere: no such file or directory\n"
      "\tTest:       \tTestX\n");
  BOOST_TEST(result.message == "Received unexpected error:\nopen /nowhere: no such file or directory");
  BOOST_TEST(!result.expected.has_value());
  BOOST_TEST(result.diff.empty());
}

BOOST_AUTO_TEST_SUITE_END()
