#include "parsers/languages/go/output/text.hpp"
#include <boost/test/unit_test.hpp>
#include <string_view>
#include <vector>

using namespace covey::parsers;
using namespace covey::parsers::languages::go;

namespace {

struct position_row {
  std::string_view line;
  std::string_view file;  // empty: no position
  std::uint32_t number = 0;
  std::string_view rest = {};
};

struct log_row {
  std::string_view output;
  std::string_view file;  // of the last message; empty: there is none
  std::uint32_t number = 0;
  std::string_view text = {};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(go_text)

BOOST_AUTO_TEST_CASE(a_compiler_line_begins_with_its_position) {
  const std::vector<position_row> rows{
      {"lib/lib.go:3:36: undefined: two", "lib/lib.go", 3, "undefined: two"},
      {"./x.go:7: text", "./x.go", 7, "text"},
      {"vet: a/b_test.go:5:38: wrong type", "a/b_test.go", 5, "wrong type"},
      {"go: /w/go.mod:5: unknown directive: required", "/w/go.mod", 5, "unknown directive: required"},
      {"with space/x.go:1:2: text", "with space/x.go", 1, "text"},
      {"2026/11/21 05:33:33 cover: ../m/a/a.go: ../m/a/a.go:2:26: expected '}'", "../m/a/a.go", 2,
       "expected '}'"},
      {"native.c:12:3: error: no such field", "native.c", 12, "error: no such field"},
      {"x.go:12", "x.go", 12, ""},
      {"go: errors parsing go.mod:", ""},
      {"dial tcp 127.0.0.1:8080: connection refused", ""},
      {"fetching https://host.example:443/x", ""},
      {"x.go:0: text", ""},
      {"x.go:12abc", ""},
      {"x.go:99999999999999: text", ""},
      {"no position", ""},
      {"", ""}};
  for (const auto& row : rows) {
    BOOST_TEST_CONTEXT(row.line) {
      const auto position = compiler_position(row.line);
      BOOST_REQUIRE_EQUAL(position.has_value(), !row.file.empty());
      if (!position) continue;
      BOOST_TEST(position->where.file == row.file);
      BOOST_TEST(position->where.line == row.number);
      BOOST_TEST(position->rest == row.rest);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_logged_message_is_found_wherever_its_line_begins) {
  const std::vector<log_row> rows{
      {"    x_test.go:12: text\n", "x_test.go", 12, "text"},
      {"    /w/with space/x_test.go:12: text\n", "/w/with space/x_test.go", 12, "text"},
      {"partial    x_test.go:12: text\n", "x_test.go", 12, "text"},
      {"partial    /w/x_test.go:12: text\n", "/w/x_test.go", 12, "text"},
      {"    x_test.go:12: \n        got: 5\n        want: 3\n", "x_test.go", 12, "\ngot: 5\nwant: 3"},
      {"    x_test.go:12: first\n        \tsecond\nprinted\n        no more of it\n", "x_test.go", 12,
       "first\n\tsecond"},
      {"    x_test.go:12: in a.go:3: text\n", "x_test.go", 12, "in a.go:3: text"},
      {"    x_test.go:1: first\n    y_test.go:2: last\n", "y_test.go", 2, "last"},
      {"    x_test.go:1: first\n        y_test.go:2: of the first\n", "x_test.go", 1,
       "first\ny_test.go:2: of the first"},
      {"x_test.go:12: printed, not logged\n", ""},
      {"    words before x_test.go:12: printed\n", ""},
      {"        x_test.go:12: continues nothing\n", ""},
      {"\t/w/x_test.go:12 +0x1d\n", ""},
      {"    x_test.go:twelve: text\n", ""},
      {"", ""}};
  for (const auto& row : rows) {
    BOOST_TEST_CONTEXT(row.output) {
      const auto messages = logged_messages(row.output);
      BOOST_REQUIRE_EQUAL(messages.empty(), row.file.empty());
      if (messages.empty()) continue;
      BOOST_TEST(messages.back().where.file == row.file);
      BOOST_TEST(messages.back().where.line == row.number);
      BOOST_TEST(messages.back().text == row.text);
    }
  }
}

BOOST_AUTO_TEST_CASE(only_the_lines_that_frame_the_test_itself_are_taken_away) {
  const std::string_view output =
      "=== RUN   TestX/a\n"
      "=== PAUSE TestX/a\n"
      "=== CONT  TestX/a\n"
      "=== NAME  TestX/a\n"
      "=== ATTR  TestX/a key value\n"
      "kept\n"
      "--- FAIL: TestFake (0.00s)\n"
      "=== RUN   TestX/a/b\n"
      "--- FAIL: TestX/ab (0.00s)\n"
      "partial--- FAIL: TestX/a (0.00s)\n"
      "    --- FAIL: TestX/a (0.01s)\n";
  BOOST_TEST(without_framing(output, "TestX/a") ==
             "kept\n--- FAIL: TestFake (0.00s)\n=== RUN   TestX/a/b\n--- FAIL: TestX/ab (0.00s)\npartial\n");
}

BOOST_AUTO_TEST_CASE(a_result_behind_a_partial_line_is_found_for_its_own_test_only) {
  BOOST_TEST((glued_result("text--- PASS: TestX (0.00s)\n", "TestX") == outcome::passed));
  BOOST_TEST((glued_result("text\nmore--- FAIL: TestX (0.00s)\n", "TestX") == outcome::failed));
  BOOST_TEST((glued_result("--- SKIP: TestX (0.00s)\n", "TestX") == outcome::skipped));
  BOOST_TEST(!glued_result("--- PASS: TestXY (0.00s)\n", "TestX").has_value());
  BOOST_TEST(!glued_result("", "TestX").has_value());
}

// As a test binary prints it, with some eighty lines of flags.
BOOST_AUTO_TEST_CASE(of_an_unknown_flag_its_name_is_kept_not_the_others) {
  BOOST_TEST(
      without_flag_usage("before\nflag provided but not defined: -x\nUsage of /t/a.test:\n  -test.bench "
                         "regexp\n    \trun only benchmarks\n  -test.v\n    \tverbose\nafter\n  -kept\n") ==
      "before\nflag provided but not defined: -x\nafter\n  -kept\n");
}

BOOST_AUTO_TEST_CASE(the_lines_that_end_every_package_are_noise) {
  for (const std::string_view line :
       {"PASS", "FAIL", "ok  \tp/q\t0.003s", "ok  \tp/q\t(cached)", "FAIL\tp/q\t0.003s",
        "FAIL\tp/q [build failed]", "?   \tp/q\t[no test files]", "coverage: 80.0% of statements",
        "\tp/q\t\tcoverage: 0.0% of statements", "exit status 3", "testing: warning: no tests to run"})
    BOOST_TEST(is_package_noise(line, "p/q"), line);
  for (const std::string_view line : {"the database is not there", "PASSED", "ok  \tother\t0.1s", ""})
    BOOST_TEST(!is_package_noise(line, "p/q"), line);
}

BOOST_AUTO_TEST_SUITE_END()
