#include "parsers/coverage/line_map.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

using lines = std::vector<std::uint32_t>;

constexpr std::string_view before{
    "def add(a, b):\n    return a + b\n\ndef sub(a, b):\n    a = -a\n    return a - b\n"};

lines changed_since(std::string_view then, std::string_view now) {
  return changed_lines(hashes_of_lines(then), hashes_of_lines(now));
}

BOOST_AUTO_TEST_SUITE(hashes_of_lines_suite)

BOOST_AUTO_TEST_CASE(the_same_text_has_no_changed_lines) {
  BOOST_TEST(changed_since(
                 before, "def add(a, b):\n    return a + b\n\ndef sub(a, b):\n    a = -a\n    return a - b\n")
                 .empty());
}

BOOST_AUTO_TEST_CASE(blanks_are_no_change) {
  BOOST_TEST(
      changed_since(before, "def add(a, b):\n  return a + b\ndef sub(a, b):\r\n\n\ta = -a\n    return a - b")
          .empty());
}

BOOST_AUTO_TEST_CASE(a_changed_line_is_told_by_its_place_now) {
  BOOST_TEST(
      changed_since(
          before, "\n\ndef add(a, b):\n    return a * b\n\ndef sub(a, b):\n    a = -a\n    return a - b\n") ==
          (lines{4}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(where_a_line_was_taken_out_its_neighbours_are_told) {
  BOOST_TEST(
      changed_since(before, "def add(a, b):\n    return a + b\n\ndef sub(a, b):\n    return a - b\n") ==
          (lines{4, 5}),
      boost::test_tools::per_element());
}

// As `}` or `return out` do, which stand elsewhere as well.
BOOST_AUTO_TEST_CASE(the_neighbours_of_a_new_line_that_repeats_another_are_not_told) {
  BOOST_TEST(changed_since(before,
                           "def add(a, b):\n    a = -a\n    return a + b\n\ndef sub(a, b):\n    a = -a\n    return a - b\n") ==
                 (lines{2}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_was_taken_out_at_the_end_of_a_function_is_none_of_the_next_one) {
  BOOST_TEST(changed_since("def add(a):\n    a = -a\n    return a\n\ndef sub(b):\n    return b\n",
                           "def add(a):\n    a = -a\n\ndef sub(b):\n    return b\n") == (lines{2}),
             boost::test_tools::per_element());
}

// Beside a new line: who tells them apart is the new one.
BOOST_AUTO_TEST_CASE(the_neighbours_of_a_new_line_are_not_told) {
  BOOST_TEST(
      changed_since(
          before,
          "def add(a, b):\n    return a + b\n\nlog()\ndef sub(a, b):\n    a = -a\n    return a - b\n") ==
          (lines{4}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_functions_that_changed_places_the_seams_are_told) {
  BOOST_TEST(
      changed_since(before,
                    "def sub(a, b):\n    a = -a\n    return a - b\n\ndef add(a, b):\n    return a + b\n") ==
          (lines{3, 5}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_a_file_without_lines_all_are_new) {
  BOOST_TEST(changed_since("", "a\nb\n") == (lines{1, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
