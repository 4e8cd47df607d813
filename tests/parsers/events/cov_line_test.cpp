#include "parsers/events/unit_coverage.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

using ranges = std::vector<line_range>;
using names = std::vector<std::string>;

// As the text of a JSON string that has no escapes.
ranges read(std::string_view text, bool escaped = false) {
  ranges out{{1, 1}};
  read_ranges({json_kind::string, escaped, text}, out);
  return out;
}

BOOST_AUTO_TEST_SUITE(cov_line_suite)

BOOST_AUTO_TEST_CASE(a_line_of_a_unit_has_its_group_its_names_and_its_files) {
  cov_line line;
  BOOST_REQUIRE(line.read(R"({"group":"a\u002fb.py","name":"t \"q\"","ran":{"x.py":"1-3"}})"));
  BOOST_TEST(line.is_of_unit());
  BOOST_TEST(line.unit().first == "a/b.py");
  BOOST_TEST(line.unit().second == (names{"t \"q\""}), boost::test_tools::per_element());
  BOOST_TEST(line["ran"].raw == R"({"x.py":"1-3"})");

  BOOST_REQUIRE(line.read(R"({"names":["b","a",7,"b"],"name":"c","ran":{}})"));
  BOOST_TEST(line.unit().first == "");
  BOOST_TEST(line.unit().second == (names{"a", "b", "c"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_line_of_a_file_has_no_unit) {
  cov_line line;
  BOOST_REQUIRE(line.read(R"({"group":"g","ran":{}})"));
  BOOST_REQUIRE(line.read(R"({"file":"a.py","found":"1-4","hit":"2"})"));
  BOOST_TEST(!line.is_of_unit());  // nothing is left of the line before
  BOOST_TEST(line.unit().first == "");
  BOOST_TEST(text_or_nothing(line["file"]) == "a.py");
  BOOST_TEST(text_or_nothing(line["found"]) == "1-4");
  BOOST_TEST(text_or_nothing(line["hit"]) == "2");
}

BOOST_AUTO_TEST_CASE(what_is_of_another_type_reads_as_nothing) {
  cov_line line;
  BOOST_REQUIRE(line.read(R"({"ran":[1],"group":{"a":1},"name":null,"names":"x","file":7,"found":true})"));
  BOOST_TEST(!line.is_of_unit());
  BOOST_TEST(line.unit().first == "");
  BOOST_TEST(line.unit().second.empty());
  BOOST_TEST(text_or_nothing(line["file"]) == "");
  ranges out{{1, 1}};
  read_ranges(line["found"], out);
  BOOST_TEST(out.empty());
}

BOOST_AUTO_TEST_CASE(a_line_that_is_not_one_object_is_none) {
  cov_line line;
  for (const auto* text :
       {"", "7", "[]", "{", R"({"ran":{"a":"1"})", R"({"ran":{"a":"1"}} x)", "{\"file\":\"\xff\"}"})
    BOOST_TEST_CONTEXT(text) BOOST_TEST(!line.read(text));
}

BOOST_AUTO_TEST_CASE(ranges_come_in_any_order_and_what_does_not_read_is_left_out) {
  BOOST_CHECK((read("7,1-3") == ranges{{1, 3}, {7, 7}}));
  BOOST_CHECK((read("1-3,4,2-9,11") == ranges{{1, 9}, {11, 11}}));
  BOOST_CHECK((read("x,0,0-4,5-,3-1,-2,,8") == ranges{{5, 5}, {8, 8}}));
  BOOST_CHECK((read("1-1048576,1048577,1-4294967296") == ranges{{1, 1'048'576}}));
  BOOST_CHECK((read(R"(\u0031-\u0033)", true) == ranges{{1, 3}}));
  BOOST_CHECK(read("").empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
