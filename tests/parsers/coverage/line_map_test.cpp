#include "parsers/coverage/line_map.hpp"
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>

namespace covey::parsers {
namespace {

// Of each line of now: "3" where it was, "3e" or "3-5e" what it replaced, "+" for a new one, "." for none.
std::string mapped(std::string_view then, std::string_view now) {
  const auto before = hashes_of_lines(then), after = hashes_of_lines(now);
  const line_map map{before, after};
  std::string out;
  for (std::uint32_t line = 1; line <= after.size(); ++line) {
    const auto [origin, lines] = map.of(line);
    out += line > 1 ? " " : "";
    if (origin == line_origin::added) out += "+";
    if (origin == line_origin::none) out += ".";
    if (lines.first > 0) out += std::to_string(lines.first);
    if (lines.last > lines.first) out += "-" + std::to_string(lines.last);
    if (origin == line_origin::edited) out += "e";
  }
  return out;
}

BOOST_AUTO_TEST_SUITE(line_map_suite)

BOOST_AUTO_TEST_CASE(lines_below_an_insertion_keep_their_numbers_of_then) {
  BOOST_TEST(mapped("a\nb\nc\n", "x\ny\nz\na\nb\nc\n") == "+ + + 1 2 3");
  BOOST_TEST(mapped("a\nb\nc\n", "a\nb\nx\nc\n") == "1 2 + 3");
  BOOST_TEST(mapped("a\nb\nc\n", "b\nc\n") == "2 3");
}

BOOST_AUTO_TEST_CASE(blanks_are_neither_lines_nor_edits) {
  BOOST_TEST(mapped("a\n\nb\n", "\na\nb\n\n\n  c") == ". 1 3 . . +");
  BOOST_TEST(mapped("if x:\n  y()\n", "if x:\n    y()\r\n") == "1 2");
}

BOOST_AUTO_TEST_CASE(an_edited_line_is_the_one_that_it_replaced) {
  BOOST_TEST(mapped("a\nb\nc\nd\n", "a\nB\nC\nd\n") == "1 2e 3e 4");
  BOOST_TEST(mapped("a\nb\nc\nd\n", "a\nB\nd\n") == "1 2-3e 4");
  BOOST_TEST(mapped("a\nb\nd\n", "a\nB\nC\nD\nd\n") == "1 2e 2e 2e 3");
}

BOOST_AUTO_TEST_CASE(many_lines_replaced_together_are_new) {
  std::string before = "a\n", after = "a\n";
  for (int i = 0; i < 21; ++i)
    before += "b" + std::to_string(i) + "\n", after += "c" + std::to_string(i) + "\n";
  const line_map map{hashes_of_lines(before), hashes_of_lines(after)};
  BOOST_TEST((map.of(5).origin == line_origin::added));
}

BOOST_AUTO_TEST_CASE(lines_that_repeat_are_told_apart_by_those_that_do_not) {
  BOOST_TEST(mapped("f:\nreturn\nend\ng:\nreturn\nend\n",
                    "f:\nreturn\nend\nh:\nreturn\nend\ng:\nreturn\nend\n") == "1 2 3 + + + 4 5 6");
}

BOOST_AUTO_TEST_CASE(of_functions_that_changed_places_one_is_where_it_was) {
  BOOST_TEST(mapped("f\n1\ng\n2\n", "g\n2\nf\n1\n") == "3e 4e 1 2");
  BOOST_TEST(mapped("def f(x):\n  x += 1\n  return x\ndef g(x):\n  x += 1\n  return x\n",
                    "def g(x):\n  x += 1\n  return x\ndef f(x):\n  x += 1\n  return x\n") ==
             "4e 5e 6e 1 2 3");
  BOOST_TEST(mapped("func f() {\n\treturn 1\n}\nfunc g() {\n\treturn 1\n}\n",
                    "func g() {\n\treturn 1\n}\nfunc f() {\n\treturn 1\n}\n") == "4e 5e 6e 1 2 3");
}

BOOST_AUTO_TEST_CASE(inside_of_a_line_that_was_edited_all_is_edited) {
  BOOST_TEST(mapped("def f(x):\n  x += 1\n  return x\n", "def g(x):\n  x += 1\n  return x\n") == "1e 2e 3e");
  BOOST_TEST(mapped("a\nb\n", "if x:\n  a\nb\n") == "+ 1e 2");
}

BOOST_AUTO_TEST_CASE(a_block_goes_with_the_one_before_it) {
  BOOST_TEST(mapped("if a:\n  x\nelse:\n  y\nif b:\n  x\nelse:\n  y\n",
                    "if b:\n  x\nelse:\n  y\nif a:\n  x\nelse:\n  y\n") == "5e 6e + + 1 2 3 4");
  BOOST_TEST(mapped("a := A()\nif err {\n\treturn\n}\nb := B()\n",
                    "a := A()\nif err {\n\treturn\n}\nc := C()\nif err {\n\treturn\n}\nb := B()\n") ==
             "1 2 3 4 + + + + 5");
}

BOOST_AUTO_TEST_CASE(of_nothing_and_behind_the_end_there_is_nothing) {
  BOOST_TEST(mapped("", "a\n") == "+");
  BOOST_TEST(mapped("a\n", "").empty());
  const line_map map{hashes_of_lines("a\n"), hashes_of_lines("a\n")};
  BOOST_TEST((map.of(0).origin == line_origin::none));
  BOOST_TEST((map.of(2).origin == line_origin::none));
}

// What was kept is found again, in its order and never on two lines; a hundred thousand lines end.
BOOST_AUTO_TEST_CASE(any_edits_of_a_long_file) {
  std::mt19937 random(7);
  for (const std::uint32_t kinds : {3u, 500u, 4'000'000'000u}) {
    line_hashes before(100'000), after;
    for (auto& line : before) line.text = 1 + static_cast<std::uint32_t>(random()) % kinds;
    for (const auto& line : before) {
      const auto what = random() % 20;
      if (what == 0) continue;
      if (what == 1) after.push_back({1 + static_cast<std::uint32_t>(random()) % kinds, 0});
      after.push_back(line);
    }
    const line_map map{before, after};
    std::uint32_t last = 0;
    std::size_t same = 0;
    for (std::uint32_t line = 1; line <= after.size(); ++line) {
      const auto [origin, lines] = map.of(line);
      if (origin != line_origin::same) continue;
      ++same;
      BOOST_REQUIRE(lines.first > last);
      BOOST_REQUIRE(before[lines.first - 1] == after[line - 1]);
      last = lines.first;
    }
    if (kinds > 1000) BOOST_TEST(same > 94'000u);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
