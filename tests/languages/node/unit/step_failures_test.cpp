#include "parsers/languages/node/output/error_text.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;

namespace {

const run_ending exit_two{run_ending::kind_type::exited, 2, false, false};

}  // namespace

BOOST_AUTO_TEST_SUITE(failures_of_steps)

BOOST_AUTO_TEST_CASE(a_compilers_errors_have_their_places) {
  for (const auto* out :
       {"src/a.ts(3,5): error TS2322: Type 'x' is wrong.\n  more\n../b.ts(1,1): error TS1005: ';'\n",
        "\x1b[96msrc/a.ts\x1b[0m:\x1b[93m3\x1b[0m:5 - \x1b[91merror\x1b[0m TS2322: Type 'x' is "
        "wrong.\r\n\r\n../b.ts:1:1 - error TS1005: ';'\n"}) {
    const auto found = step_failures("tsc -b", out, "", exit_two, "/w/p", "/w");
    BOOST_TEST_REQUIRE(found.size() == 2u);
    BOOST_TEST(found[0].where.file == "p/src/a.ts");
    BOOST_TEST(found[0].where.line == 3u);
    BOOST_TEST(found[0].message == "error TS2322: Type 'x' is wrong.");
    BOOST_TEST(found[0].id.group == "tsc -b");
    BOOST_TEST(found[0].runner == "tsc -b");
    BOOST_TEST((found[0].kind == failure_kind::error));
    BOOST_TEST(found[1].where.file == "b.ts");
  }
}

BOOST_AUTO_TEST_CASE(another_command_is_one_failure_with_what_it_said) {
  const auto found =
      step_failures("node build.js", "out", "Error: x\n    at f (/w/build.js:4:1)\n", exit_two, "/w", "/w");
  BOOST_TEST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].message.starts_with("node build.js ended with exit code 2:\nError: x"));
  BOOST_TEST(found[0].where.file == "build.js");
  BOOST_TEST(found[0].where.line == 4u);
  BOOST_TEST(step_failures("x", "", "", exit_two, "/w", "/w").front().message == "x ended with exit code 2");
}

namespace {

std::string shown(const std::vector<failure>& found) {
  std::string out;
  for (const auto& one : found)
    out += one.where.file.string() + ":" + std::to_string(one.where.line) + ": " + one.message + "\n";
  return out;
}

std::string checked(std::string_view out, std::string_view err = {}) {
  return shown(step_failures("check", out, err, exit_two, "/w/p", "/w", true));
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_a_check_says_has_its_places) {
  // eslint
  BOOST_TEST(checked("\n/w/p/src/a.js\n  1:7   error    'a' is never used    no-unused-vars\n"
                     "  2:1   warning  'foo' is not defined  no-undef\n\n/w/p/b.js\n  10:9  error  Missing semicolon  semi\n"
                     "\n\u2716 3 problems (2 errors, 1 warning)\n") ==
             "p/src/a.js:1: error 'a' is never used no-unused-vars\np/b.js:10: error Missing semicolon semi\n");
  // Where warnings alone made it fail: --max-warnings.
  BOOST_TEST(checked("\n/w/p/src/a.js\n  2:1   warning  'foo' is not defined  no-undef\n") ==
             "p/src/a.js:2: warning 'foo' is not defined no-undef\n");
  // xo, tsd
  BOOST_TEST(checked("\n  src/a.js:1:7\n  \x1b[31m\u2716\x1b[39m  1:7   a is never used.  no-unused-vars\n"
                     "  \u2716  2:19  Argument of type number.\n\n  2 errors\n") ==
             "p/src/a.js:1: a is never used. no-unused-vars\np/src/a.js:2: Argument of type number.\n");
  // standard, mypy, flake8
  BOOST_TEST(checked("  /w/p/src/a.js:1:7: 'a' is never used. (no-unused-vars)\n"
                     "  /w/p/src/a.js:3:1: Unexpected var. (no-var) (warning)\n",
                     "standard: Use JavaScript Standard Style (https://standardjs.com)\n") ==
             "p/src/a.js:1: 'a' is never used. (no-unused-vars)\n");
  BOOST_TEST(checked("a/b.py:3: error: Name \"x\" is not defined  [name-defined]\na/b.py:3: note: See there\n") ==
             "p/a/b.py:3: error: Name \"x\" is not defined [name-defined]\n");
  // biome, svelte-check
  BOOST_TEST(checked("", "src/a.js:3:5 lint/correctness/noUnusedVariables  FIXABLE  \u2501\u2501\n\n"
                         "  \u00d7 This variable x is unused.\n  \n  > 3 \u2502 var x = [1,2]\n") ==
             "p/src/a.js:3: This variable x is unused.\n");
  BOOST_TEST(checked("/w/p/A.svelte:1:7\nError: Type 'string' is wrong. \nconst n: number = \"x\";\n\n"
                     "/w/p/A.svelte:2:7\nWarn: Unused\n") == "p/A.svelte:1: Error: Type 'string' is wrong.\n");
  // oxlint, ruff
  BOOST_TEST(checked("  x eslint(no-debugger): not allowed\n   ,-[src/a.js:4:1]\n 4 | debugger\n   `----\n") ==
             "p/src/a.js:4: eslint(no-debugger): not allowed\n");
  BOOST_TEST(checked("F401 `os` imported but unused\n --> a.py:1:8\n  |\n1 | import os\n") ==
             "p/a.py:1: F401 `os` imported but unused\n");
  // stylelint, prettier
  BOOST_TEST(checked("", "\nsrc/a.css\n  1:5   \u2716  Unknown property  property-no-unknown\n"
                         "  1:11  \u26a0   Disallowed color  color-named\n") ==
             "p/src/a.css:1: Unknown property property-no-unknown\n");
  BOOST_TEST(checked("Checking formatting...\n",
                     "[warn] src/a.js\n[warn] Code style issues found in the above file.\n") ==
             "p/src/a.js:0: is not formatted\n");
}

BOOST_AUTO_TEST_CASE(a_check_without_a_place_is_told_by_its_output) {
  for (const auto* said : {"sh: 1: eslint: not found\n", "node:internal/modules/cjs/loader:1228\n  throw err;\nError: no\n",
                           "listening on https://a.b:443\n", "1:2 error x\n", "x", ":", "a.b:", "\u2716", "--> ", "-["})
    BOOST_TEST(checked("", said).find("check ended with exit code 2") != std::string::npos, said);
}

BOOST_AUTO_TEST_CASE(more_errors_than_are_shown_are_counted) {
  std::string out;
  for (int i = 1; i <= 25; ++i) out += "a.ts(" + std::to_string(i) + ",1): error TS1: x\n";
  const auto found = step_failures("tsc", out, "", exit_two, "/w", "/w");
  BOOST_TEST_REQUIRE(found.size() == 20u);
  BOOST_TEST(found.back().message == "error TS1: x\n5 more errors of `tsc` are in its output");
}

BOOST_AUTO_TEST_CASE(any_text_gives_a_failure) {
  for (const auto* odd :
       {"error TS", " - error TS", "): error TS1", "(: error TS", ":::: - error TS1: x\n\n", "\x80\xff"})
    BOOST_TEST(step_failures("x", odd, odd, exit_two, "/w", "/w").size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
