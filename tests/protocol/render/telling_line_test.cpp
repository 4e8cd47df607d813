#include "protocol/render/failures/views.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::protocol {
namespace {

parsers::failure compared(std::string message, std::string actual, std::string expected) {
  parsers::failure out;
  out.id = {"g", "t"};
  out.message = std::move(message);
  out.actual = std::move(actual);
  out.expected = std::move(expected);
  return out;
}

BOOST_AUTO_TEST_SUITE(telling_lines)

// What chai says: both values, and then their difference.
BOOST_AUTO_TEST_CASE(values_of_a_message_are_told_by_their_difference_alone) {
  const std::string text(200, 'x');
  const auto of =
      compared("expected '" + text + "1' to equal '" + text + "2'", "'" + text + "1'", "'" + text + "2'");
  const auto line = telling_line(of, {});
  BOOST_TEST(line.starts_with("got: "), line);
  BOOST_TEST(line.find("; want: ") != std::string::npos, line);
  BOOST_TEST(line.find("1'; want") != std::string::npos, line);
}

BOOST_AUTO_TEST_CASE(words_of_the_user_stay_beside_it) {
  const std::string text(200, 'x');
  const auto line = telling_line(compared("the total is wrong", text + "1", text + "2"), {});
  BOOST_TEST(line.starts_with("the total is wrong (got: "), line);
}

// As toml-test and jmespath say it; the failing line of a table is the same for all.
BOOST_AUTO_TEST_CASE(what_a_line_announces_is_told_with_it) {
  parsers::failure of;
  of.where = {"a.go", 3};
  source_lines sources;
  sources.add(of.where, "t.Fatal(all)");
  const auto line = [&](std::string message) {
    of.message = std::move(message);
    return telling_line(of, sources);
  };
  BOOST_TEST(line("\nError:\nkey \"1\" differs:\n  Expected: 1\n  Got: 2") == "Error: key \"1\" differs: Expected: 1");
  BOOST_TEST(line("Parse error at column 6, for expression:\n\"a b\"") == "Parse error at column 6, for expression: \"a b\"");
  BOOST_TEST(line("a long heading of nothing at all:") == "a long heading of nothing at all:");
  BOOST_TEST(line("values:") == "t.Fatal(all)");
  BOOST_TEST(line("assert False\n +  where False = f()") == "assert False +  where False = f()");
}

BOOST_AUTO_TEST_CASE(a_short_value_may_stand_twice) {
  const auto line = telling_line(compared("expected 3 to equal 4", "3", "4"), {});
  BOOST_TEST(line.starts_with("expected 3 to equal 4"), line);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
