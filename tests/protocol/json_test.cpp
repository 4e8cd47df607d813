#include "protocol/json.hpp"
#include <boost/test/unit_test.hpp>
#include <charconv>
#include <cstdint>
#include <limits>

namespace covey::protocol {
namespace {

BOOST_AUTO_TEST_SUITE(json_text)

BOOST_AUTO_TEST_CASE(what_is_no_json_is_refused_with_the_place_of_the_fault) {
  struct row {
    std::string text;
    std::string error;
  };
  const std::vector<row> rows{
      {"", "incomplete JSON at byte 0"},
      {"{\"a\":1,}", "syntax error at byte 7"},
      {"[1,2", "incomplete JSON at byte 4"},
      {"{} x", "extra data at byte 3"},
      {"\xEF\xBB\xBF{}", "syntax error at byte 0"},
      {std::string{"{}\0", 3}, "extra data at byte 2"},
      {"'a'", "syntax error at byte 0"},
      {"// a\n1", "syntax error at byte 0"},
      {"NaN", "syntax error at byte 0"},
      {"\"\\ud800\"", "syntax error at byte 7"},
      {"\"a\xFF\"", "syntax error at byte 2"},
      {"\"a\nb\"", "syntax error at byte 2"},
  };
  for (const auto& [text, error] : rows) {
    const auto result = parse_json(text);
    BOOST_TEST(!result.ok());
    BOOST_TEST(result.error == error, text << ": " << result.error);
    BOOST_TEST(result.value.is_null());
  }
}

BOOST_AUTO_TEST_CASE(a_number_that_no_double_holds_is_refused_with_its_place) {
  BOOST_TEST(parse_json("1e400").error == "a number is out of range");
  BOOST_TEST(parse_json("-1e+9999").error == "a number is out of range");
  BOOST_TEST(parse_json(R"({"params":{"x":[1,2,1e400]}})").error ==
             "a number is out of range at $.params.x[2]");
  BOOST_TEST(parse_json("1e308").ok());
  BOOST_TEST(parse_json("1e-400").ok());
}

BOOST_AUTO_TEST_CASE(ten_million_brackets_are_too_deep_after_the_64th) {
  const std::string brackets(10'000'000, '[');
  BOOST_TEST(parse_json(brackets).error == "too deep at byte 64");
  const std::string within = std::string(64, '[') + std::string(64, ']');
  BOOST_TEST(parse_json(within).ok());
  BOOST_TEST(!parse_json("[" + within + "]").ok());
}

BOOST_AUTO_TEST_CASE(what_was_read_is_written_back_as_it_was) {
  for (const std::string text : {
           "null",
           "true",
           "[]",
           "{}",
           "[[],{}]",
           "\"\"",
           "-1",
           "0",
           "18446744073709551615",
           "-9223372036854775808",
           R"({"b":1,"a":[false,"x"]})",
           "\"a\\nb\\u0001\\\"\\\\\"",
           "\"日本\"",
           "85.4",
           "12.001",
           "1e-07",
       })
    BOOST_TEST(to_text(parse_json(text).value) == text);
}

// Read back with from_chars: Boost.JSON 1.81 itself is off by a bit or so in some numbers of 17 digits.
BOOST_AUTO_TEST_CASE(a_double_is_written_with_all_it_holds) {
  for (const double number : {0.1, 1.0 / 3, 85.4, 1e22, 1.7976931348623157e308, 5e-324, -0.5, 1e15 + 0.5}) {
    const auto text = to_text(json::value(number));
    BOOST_TEST(parse_json(text).ok());
    double again = 0;
    std::from_chars(text.data(), text.data() + text.size(), again);
    BOOST_TEST(again == number);
  }
}

BOOST_AUTO_TEST_CASE(infinity_is_written_as_null) {
  BOOST_TEST(to_text(json::array{std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::quiet_NaN()}) == "[null,null]");
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_leave_as_replacement_characters) {
  const json::object value{{"k\xFF", json::array{"a\xC3", "\xE2\x82"}}};
  const auto text = to_text(value);
  BOOST_TEST(text == "{\"k\uFFFD\":[\"a\uFFFD\",\"\uFFFD\"]}");
  BOOST_TEST(parse_json(text).ok());
  BOOST_TEST(quoted("\x80\n") == "\"\uFFFD\\n\"");
}

BOOST_AUTO_TEST_CASE(no_value_is_written_with_a_line_break) {
  const json::object value{{"a\nb", "c\r\nd\u2028"}};
  BOOST_TEST(to_text(value).find_first_of("\r\n") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
