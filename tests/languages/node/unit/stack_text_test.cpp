#include "parsers/languages/node/output/error_text.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;

namespace {

std::string places(std::string_view text, std::string_view base = {}) {
  std::string out;
  for (const auto& place : stack_places(text, base))
    out += place.file + ":" + std::to_string(place.line) + " ";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stack_text)

BOOST_AUTO_TEST_CASE(places_come_in_every_notation) {
  BOOST_TEST(places("    at f (/w/a.js:3:5)\n    at file:///w/b.mjs:4:1\n at async g (file:///w/c.js:5:6)") ==
             "/w/a.js:3 /w/b.mjs:4 /w/c.js:5 ");
  BOOST_TEST(places("/w/a.js:4\n  const = 3;\n        ^\n\nSyntaxError: x\n    at node:internal/x:1:2") ==
             "/w/a.js:4 ");
  BOOST_TEST(places("      at divide (src/calc.js:7:44)\n      at test/a.js:9:8", "/w") ==
             "/w/src/calc.js:7 /w/test/a.js:9 ");
  BOOST_TEST(places("no place: 3:4\n at nowhere\n at /w/a.js\nat (:1:2)").empty());
}

BOOST_AUTO_TEST_CASE(a_place_in_the_project_is_preferred_to_one_below_node_modules) {
  const auto place =
      own_place("at a (/w/node_modules/x/y.js:1:1)\nat b (/elsewhere/z.js:2:2)\nat c (/w/s/t.js:3:3)", "/w");
  BOOST_TEST(place.file == "s/t.js");
  BOOST_TEST(place.line == 3U);
  BOOST_TEST(own_place("at b (/elsewhere/z.js:2:2)", "/w").line == 0U);
  BOOST_TEST(!own_file("/w/p/node_modules/x.js", "/w"));
}

BOOST_AUTO_TEST_CASE(a_mapped_stack_goes_before_the_line_that_ran) {
  const std::string ran = "/w/a.test.js:2\n  Promise.reject(x);\n  ^\n\nTypeError: x\n";
  BOOST_TEST((own_place(ran + "    at f (/w/a.test.js:1:44)\n", "/w") == location{"a.test.js", 1}));
  BOOST_TEST((own_place(ran + "    at f (/w/b.js:7:1)\n    at g (/w/a.test.js:1:44)\n", "/w") ==
              location{"b.js", 7}));
  BOOST_TEST((own_place(ran, "/w") == location{"a.test.js", 2}));
  // Of a file that does not load the stack is of those that load it.
  BOOST_TEST((own_place(ran + "    at f (/w/b.js:7:1)\n", "/w") == location{"a.test.js", 2}));
  BOOST_TEST(
      (own_place(ran + "/w/c.js:5\n\n    at f (/w/a.test.js:1:44)\n", "/w") == location{"a.test.js", 2}));
}

BOOST_AUTO_TEST_CASE(the_error_is_found_behind_what_a_runner_writes_before_it) {
  BOOST_TEST(error_message("\n Exception during run: TypeError: no\n    at f (/w/a.js:1:1)") ==
             "TypeError: no");
  BOOST_TEST(error_message("✖ ERROR: Error: Cannot find module './x'\nRequire stack:") ==
             "Cannot find module './x'");
  BOOST_TEST(error_message("Error [ERR_X]: gone") == "gone");
  BOOST_TEST(error_message("nothing: to see\nhere").empty());
}

BOOST_AUTO_TEST_SUITE_END()
