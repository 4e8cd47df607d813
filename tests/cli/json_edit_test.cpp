#include "cli/setup/edits.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <vector>

namespace covey::cli {
namespace {

using path = std::vector<std::string_view>;

const boost::json::value server{{"command", "/c"}, {"args", boost::json::array{"-w", "."}}};

std::string with(std::string_view text, const path& at = {"servers", "covey"}) {
  return json_with(text, at, server).value_or("nothing");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_edit)

BOOST_AUTO_TEST_CASE(a_file_that_is_not_there_is_made) {
  BOOST_TEST(
      with("") ==
      "{\n  \"servers\": {\n    \"covey\": {\n      \"command\": \"/c\",\n      \"args\": [\"-w\", \".\"]\n    }\n  }\n}\n");
}

BOOST_AUTO_TEST_CASE(what_is_there_stays_as_it_is_with_its_comments) {
  const std::string before =
      "// mine\n{\n\t\"servers\": { // all\n\t\t\"other\": {\"a\": 1}, // last\n\t\t/* end */\n\t},\n\t\"x\": [1,2,],\n}\n";
  const std::string after =
      "// mine\n{\n\t\"servers\": { // all\n\t\t\"other\": {\"a\": 1}, // last\n\t\t/* end */\n\t\t\"covey\": {\n\t\t\t\"command\": "
      "\"/c\",\n\t\t\t\"args\": [\"-w\", \".\"]\n\t\t},\n\t},\n\t\"x\": [1,2,],\n}\n";
  BOOST_TEST(with(before) == after);
  BOOST_TEST(with(after) == after);
}

BOOST_AUTO_TEST_CASE(a_comma_comes_before_the_comment_behind_the_last_member) {
  BOOST_TEST(json_with("{\n  \"a\": 1 // one\n}", path{"b"}, 2).value() ==
             "{\n  \"a\": 1, // one\n  \"b\": 2\n}");
  BOOST_TEST(json_with("{\"a\": 1}", path{"b"}, 2).value() == "{\"a\": 1, \"b\": 2}");
}

BOOST_AUTO_TEST_CASE(a_value_is_replaced_where_it_stands) {
  BOOST_TEST(json_with("{\"a\": {\"b\": 1 /* old */, \"c\": 2}}", path{"a", "b"}, 3).value() ==
             "{\"a\": {\"b\": 3 /* old */, \"c\": 2}}");
}

BOOST_AUTO_TEST_CASE(what_is_taken_out_leaves_the_text_that_was_before) {
  for (const std::string before :
       {"{\n  \"x\": 1\n}\n", "{\n  // none\n  \"x\": 1, // one\n  \"servers\": {\"other\": {}}\n}\n",
        "{\"x\": 1}", "{\"x\": \"https://a\"}", "{\n  \"servers\": {\n    \"a\": {}\n  }\n}\n"})
    BOOST_TEST(json_without(with(before), path{"servers", "covey"}).value() == before);
  for (const std::string nothing : {"", " \n", "\xEF\xBB\xBF"})
    BOOST_TEST(json_without(with(nothing), path{"servers", "covey"}).value() == "{}\n");
  BOOST_TEST(json_without("{\n  \"a\": 1,\n  \"b\": 2, // two\n  \"c\": 3\n}", path{"b"}).value() ==
             "{\n  \"a\": 1, // two\n  \"c\": 3\n}");
  BOOST_TEST(json_without("{\"a\": 1}", path{"b", "c"}).value() == "{\"a\": 1}");
}

BOOST_AUTO_TEST_CASE(elements_of_a_list_come_and_go) {
  const path list{"hooks", "Pre"};
  const std::string before = "{\n  \"hooks\": {\n    \"Pre\": [\n      {\"m\": 1} // mine\n    ]\n  }\n}\n";
  const auto after = json_with_element(before, list, boost::json::object{{"m", 2}}).value();
  BOOST_TEST(
      after ==
      "{\n  \"hooks\": {\n    \"Pre\": [\n      {\"m\": 1}, // mine\n      {\n        \"m\": 2\n      }\n    ]\n  }\n}\n");
  BOOST_TEST(json_without_element(after, list, 1).value() == before);
  const auto made = json_with_element("{}\n", list, 1).value();
  BOOST_TEST(json_without_element(made, list, 0).value() == "{}\n");
  BOOST_TEST(!json_without_element(made, list, 1));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_or_would_be_lost_is_left_alone) {
  for (const auto* text : {"[1]", "{\"servers\": 1}", "{\"servers\": {\"covey\": {}}", "{\"a\" 1}", "{",
                           "/* {}", "{\"a\": tru}", "{'a': 1}"})
    BOOST_TEST_CONTEXT(text) BOOST_TEST(!json_with(text, path{"servers", "covey"}, 1).has_value());
  BOOST_TEST(!json_with(std::string(70, '['), path{"a"}, 1));
}

BOOST_AUTO_TEST_CASE(names_with_escapes_and_a_byte_order_mark_are_read) {
  BOOST_TEST(json_with("\xEF\xBB\xBF{\"\\u0061\": 1}", path{"a"}, 2).value() ==
             "\xEF\xBB\xBF{\"\\u0061\": 2}");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace covey::cli
