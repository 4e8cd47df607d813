// Which statement a line belongs to, in each language.
#include "parsers/languages/catalogue.hpp"
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

using namespace covey::parsers;

namespace {

// "1 2 2 -": of each line the first one of its statement; "-": of none.
std::string starts(std::string_view language, std::string_view path, std::string_view text) {
  std::string out;
  for (const auto start : find_language(language)->structure(path, text).statements)
    out += (out.empty() ? "" : " ") + (start == 0 ? std::string{"-"} : std::to_string(start));
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(statements)

BOOST_AUTO_TEST_CASE(a_line_within_a_statement_is_of_the_line_where_it_begins) {
  BOOST_TEST(starts("python", "a.py",
                    "x = [\n    1,\n    # a comment\n    2,\n]\n\ny = 3  # behind it\n# alone\n") ==
             "1 1 - 1 1 - 7 - -");
  BOOST_TEST(starts("node", "a.js", "const x = f(\n  1,\n  // a comment\n  `a\n  b`,\n);\n\ny();\n") ==
             "1 1 - 1 1 1 - 8 -");
  BOOST_TEST(starts("go", "a.go", "package a\n\nvar x = []int{\n\t1,\n}\n") == "- - - - - -");  // not measured
  BOOST_TEST(starts("go", "a.go", "package a\n\nfunc f() {\n\tx := []int{\n\t\t1,\n\t}\n}\n") == "- - - 4 4 4 - -");
  BOOST_TEST(starts("rust", "a.rs", "fn f() {\n    let x = g(\n        1,\n    );\n}\n") == "1 2 2 2 1 -");
  BOOST_TEST(starts("julia", "a.jl", "x = f(1,\n      2)\n\n# alone\ny = 1\n") == "1 1 - - 5 -");
}

BOOST_AUTO_TEST_CASE(what_a_block_holds_is_no_part_of_what_holds_the_block) {
  BOOST_TEST(
      starts(
          "python", "a.py",
          "def f(a,\n      b):\n    # first\n    if (a and\n            b):\n        return 1\n\n    return 2\n") ==
      "1 1 - 4 4 6 - 8 -");
  BOOST_TEST(
      starts(
          "node", "a.ts",
          "each(list, (x) => {\n  // first\n\n  use(\n    x);\n}, 7);\nif (a) {\n  b();\n} else {\n  c();\n}\n") ==
      "1 - - 4 4 1 7 8 7 10 7 -");
  BOOST_TEST(
      starts(
          "go", "a.go",
          "package a\n\nfunc F(x int) {\n\tswitch x {\n\tcase 1,\n\t\t2:\n\t\tf()\n\n\tdefault:\n\t\tg(1,\n\t\t\t2)\n\t}\n}\n") ==
      "- - - 4 5 5 7 - - 10 10 4 - -");
  BOOST_TEST(
      starts(
          "julia", "a.jl",
          "function f(a,\n           b)\n    # first\n    if a\n        g(1,\n          2)\n    end\nend\n") ==
      "1 1 - 4 5 5 - - -");
}

BOOST_AUTO_TEST_CASE(any_text_has_as_many_entries_as_lines) {
  for (const auto* language : {"python", "node", "go", "rust", "julia"})
    for (const std::string text :
         {"", "\n", "x", "((((\n{{{\n\"\"\"\n", "\xff\xfe\n\0\n", "# only\n# comments"}) {
      const auto found = find_language(language)->structure("a", text).statements;
      BOOST_TEST(found.size() == 1 + std::ranges::count(text, '\n'));
    }
}

BOOST_AUTO_TEST_SUITE_END()
