#include "parsers/text/slices.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

namespace covey::parsers {
namespace {

constexpr std::string_view source =
    "fn a() {\n"
    "    assert_eq!(\n"
    "        size(&[1, 2]),\n"
    "        3,\n"
    "    );\n"
    "    if x(1) {\n"
    "\t\treturn;\n"
    "}\n";

BOOST_AUTO_TEST_SUITE(source_lines)

BOOST_AUTO_TEST_CASE(a_line_is_shown_without_its_indentation) {
  BOOST_TEST(source_line(source, 7, 160) == "return;");
  BOOST_TEST(source_line(source, 6, 160) == "if x(1) {");
}

BOOST_AUTO_TEST_CASE(a_statement_goes_on_until_its_brackets_close) {
  BOOST_TEST(source_line(source, 2, 160) == "assert_eq!(size(&[1, 2]), 3,);");
}

BOOST_AUTO_TEST_CASE(only_what_ends_soon_stands_beside_its_line) {
  BOOST_TEST(source_line("it('x', async () => {\n  go();\n});\n", 1, 160) == "it('x', async () => {");
  BOOST_TEST(source_line("f(t, func(t *T) {\n  go()\n})\n", 1, 160) == "f(t, func(t *T) {");
  BOOST_TEST(source_line("equal({\n  a: 1\n}, b)\n", 1, 160) == "equal({ a: 1 }, b)");
  BOOST_TEST(source_line("class R((G[T]):\n    x = 1\n    y = 2\n", 1, 160) == "class R((G[T]):");
}

BOOST_AUTO_TEST_CASE(brackets_in_texts_open_nothing) {
  const std::string text =
      "equal(mm(['[!ab', '[a'], '[!a*'), ['(']);\nnext();\nisn't(1, \"a\\\"(\");\nnext();\n";
  BOOST_TEST(source_line(text, 1, 160) == "equal(mm(['[!ab', '[a'], '[!a*'), ['(']);");
  BOOST_TEST(source_line(text, 3, 160) == "isn't(1, \"a\\\"(\");");
}

BOOST_AUTO_TEST_CASE(no_more_bytes_than_asked_for) {
  BOOST_TEST(source_line(source, 2, 12) == "assert_eq!(s…");
  BOOST_TEST(source_line("f(\n\xc3\xa9\xc3\xa9\n)", 1, 3) == "f(…");
}

BOOST_AUTO_TEST_CASE(a_guard_stands_before_what_it_guards) {
  const std::string text = "def f(a):\n    if not a:\n        raise X(a)\n    return a\n\n    last()\n";
  BOOST_TEST(guarded_line(text, 3, 160) == "raise X(a) (under: if not a:)");
  BOOST_TEST(guarded_line(text, 3, 15) == "raise X(a)");  // not both
  BOOST_TEST(guarded_line(text, 2, 160) == "if not a:");  // a function's head guards nothing
  BOOST_TEST(guarded_line(text, 4, 160) == "return a");
  BOOST_TEST(guarded_line(text, 6, 160) == "last()");
  BOOST_TEST(guarded_line(text, 1, 160) == "def f(a):");
  BOOST_TEST(guarded_line(text, 99, 160) == "");
}

BOOST_AUTO_TEST_CASE(the_condition_stands_a_few_lines_above_and_an_else_is_of_one) {
  constexpr std::string_view python =
      "if k == v:\n    # boolean\n\n    a = 1\n    raise X\nelse:\n    write(k)\n";
  BOOST_TEST(guarded_line(python, 5, 160) == "raise X (under: if k == v:)");
  BOOST_TEST(guarded_line(python, 7, 160) == "write(k) (under: else of: if k == v:)");
  constexpr std::string_view go =
      "\tif a {\n\t\tf()\n\t} else if b {\n\t\tg()\n\t} else {\n\t\th()\n\t}\n\ti()\n";
  BOOST_TEST(guarded_line(go, 6, 160) == "h() (under: else of: } else if b {)");
  BOOST_TEST(guarded_line(go, 8, 160) == "i()");
  BOOST_TEST(guarded_line("if a:\n  b()\nfor c in d:\n  e()\nelse:\n  f()\n", 6, 160) ==
             "f()");  // of the loop
}

BOOST_AUTO_TEST_CASE(what_is_not_there_has_no_line) {
  BOOST_TEST(source_line(source, 0, 160) == "");
  BOOST_TEST(source_line(source, 99, 160) == "");
  BOOST_TEST(source_line("", 1, 160) == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
