#include "protocol/arguments.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::protocol {
namespace {

// Arguments of every kind that tools have.
std::vector<argument> every_kind() {
  argument timeout{"timeout", argument_type::number, "seconds"};
  timeout.default_value = 300;
  timeout.maximum = 1800;
  timeout.lenient = true;
  argument limit{"limit", argument_type::integer, "how many"};
  limit.default_value = 50;
  limit.maximum = 500;
  limit.lenient = true;
  argument line{"line", argument_type::integer, "which line"};
  line.minimum = 0;
  line.maximum = 1000;
  argument output{"output", argument_type::string, "what"};
  output.choices = {"raw", "summary"};
  output.default_text = "raw";
  return {timeout,
          limit,
          line,
          output,
          {"language", argument_type::string, "of which project"},
          {"lines", argument_type::boolean, "whether"}};
}

std::variant<arguments, std::string> check(std::string_view text,
                                           const std::vector<argument>& known = every_kind(),
                                           std::string_view prefix = "run_tests: ") {
  return check_arguments(prefix, known, parse_json(text).value.as_object());
}

arguments accepted(std::string_view text) {
  auto result = check(text);
  BOOST_REQUIRE(std::holds_alternative<arguments>(result));
  return std::get<arguments>(result);
}

std::string problem(std::string_view text) {
  auto result = check(text);
  return std::holds_alternative<std::string>(result) ? std::get<std::string>(result) : "";
}

BOOST_AUTO_TEST_SUITE(argument_checks)

BOOST_AUTO_TEST_CASE(what_is_not_given_has_its_default) {
  for (const std::string text : {"{}", R"({"timeout":null,"output":null,"line":null})"}) {
    const auto given = accepted(text);
    BOOST_TEST(given.number("timeout") == 300);
    BOOST_TEST(given.integer("limit") == 50);
    BOOST_TEST(given.text("output") == "raw");
    BOOST_TEST(given.text("language") == "");
    BOOST_TEST(given.integer("line") == 0);
    BOOST_TEST(!given.boolean("lines"));
    BOOST_TEST(given.has("timeout"));
    BOOST_TEST(!given.has("line"));
    BOOST_TEST(!given.has("language"));
  }
}

BOOST_AUTO_TEST_CASE(what_is_given_is_taken) {
  const auto given =
      accepted(R"({"timeout":1.5,"limit":7,"line":42,"output":"summary","language":"go","lines":true})");
  BOOST_TEST(given.number("timeout") == 1.5);
  BOOST_TEST(given.integer("limit") == 7);
  BOOST_TEST(given.integer("line") == 42);
  BOOST_TEST(given.text("output") == "summary");
  BOOST_TEST(given.text("language") == "go");
  BOOST_TEST(given.boolean("lines"));
}

BOOST_AUTO_TEST_CASE(lenient_numbers_fall_back_and_are_clamped) {
  struct row {
    std::string given;
    double timeout;
  };
  const std::vector<row> rows{
      {"0", 300},     {"-5", 300},    {"-0.0", 300},   {"0.25", 0.25},
      {"1800", 1800}, {"1801", 1800}, {"1e300", 1800}, {"18446744073709551615", 1800}};
  for (const auto& [text, timeout] : rows)
    BOOST_TEST(accepted(R"({"timeout":)" + text + "}").number("timeout") == timeout, text);
  BOOST_TEST(accepted(R"({"limit":1e300})").integer("limit") == 500);
  BOOST_TEST(accepted(R"({"limit":-1})").integer("limit") == 50);
}

BOOST_AUTO_TEST_CASE(a_whole_number_may_be_written_with_a_fraction_of_zero) {
  BOOST_TEST(accepted(R"({"line":3.0})").integer("line") == 3);
  BOOST_TEST(problem(R"({"line":3.5})") == "run_tests: line must be a whole number, got 3.5");
  BOOST_TEST(problem(R"({"limit":2.5})") == "run_tests: limit must be a whole number, got 2.5");
}

BOOST_AUTO_TEST_CASE(a_wrong_argument_is_named_with_what_was_given_and_what_is_taken) {
  struct row {
    std::string given;
    std::string text;
  };
  const std::vector<row> rows{
      {R"({"foo":1})",
       R"(run_tests: unknown argument "foo"; it takes timeout, limit, line, output, language, lines)"},
      {R"({"Timeout":null})",
       R"(run_tests: unknown argument "Timeout"; it takes timeout, limit, line, output, language, lines)"},
      {R"({"timeout":"abc"})", R"(run_tests: timeout must be a number, got "abc")"},
      {R"({"timeout":"5"})", R"(run_tests: timeout must be a number, got "5")"},
      {R"({"timeout":[1]})", "run_tests: timeout must be a number, got [1]"},
      {R"({"limit":true})", "run_tests: limit must be a number, got true"},
      {R"({"line":-1})", "run_tests: line must be at least 0, got -1"},
      {R"({"line":1001})", "run_tests: line must be at most 1000, got 1001"},
      {R"({"output":"xml"})", R"(run_tests: output must be one of raw, summary, got "xml")"},
      {R"({"output":1})", "run_tests: output must be a string, got 1"},
      {R"({"language":{"a":1}})", R"(run_tests: language must be a string, got {"a":1})"},
      {R"({"lines":1})", "run_tests: lines must be true or false, got 1"},
  };
  for (const auto& [given, text] : rows) BOOST_TEST(problem(given) == text);
}

BOOST_AUTO_TEST_CASE(an_integer_that_no_double_holds_exactly_is_refused) {
  const std::vector<argument> known{{"n", argument_type::integer, "any"}};
  const auto result = check(R"({"n":9223372036854775807})", known, "t: ");
  BOOST_TEST(std::get<std::string>(result) ==
             "t: n must lie within -9007199254740991 and 9007199254740991, got 9223372036854775807");
}

BOOST_AUTO_TEST_CASE(a_required_text_must_be_there_and_not_blank) {
  const std::vector<argument> known{{"file", argument_type::string, "which", true}};
  for (const std::string text : {"{}", R"({"file":null})", R"({"file":""})", R"({"file":" \t\n"})"})
    BOOST_TEST(std::get<std::string>(check(text, known, "tests_covering: ")) ==
               "tests_covering: file is required");
  BOOST_TEST(std::get<std::string>(check(R"({"file":1})", known, "tests_covering: ")) ==
             "tests_covering: file must be a string, got 1");
  BOOST_TEST(std::get<arguments>(check(R"({"file":" a "})", known, "tests_covering: ")).text("file") ==
             " a ");
}

BOOST_AUTO_TEST_CASE(a_list_of_strings_is_one_with_a_limit) {
  argument files{"files", argument_type::strings, "which", true};
  files.max_bytes = 10;
  const auto texts = [&](std::string_view given) {
    return std::get<arguments>(check(given, {files}, "t: ")).texts("files");
  };
  BOOST_CHECK((texts(R"({"files":["a","","b/c"]})") == std::vector<std::string>{"a", "", "b/c"}));
  BOOST_TEST(texts(R"({"files":[]})").empty());
  const std::vector<std::pair<std::string, std::string>> refused{
      {R"({"files":"a"})", R"(t: files must be an array of strings, got "a")"},
      {R"({"files":["a",1]})", R"(t: files must be an array of strings, got ["a",1])"},
      {R"({"files":{}})", "t: files must be an array of strings, got {}"},
      {R"({})", "t: files is required"},
      {R"({"files":["12345","678901"]})", "t: files holds 11 bytes, the limit is 10; ask in several calls"},
      // Six bytes each, in the question as in the answer.
      {R"({"files":["\u0001","\u0002"]})", "t: files holds 12 bytes, the limit is 10; ask in several calls"},
  };
  for (const auto& [given, text] : refused)
    BOOST_TEST(std::get<std::string>(check(given, {files}, "t: ")) == text);
}

BOOST_AUTO_TEST_CASE(a_tool_without_arguments_says_so) {
  BOOST_TEST(std::get<std::string>(check(R"({"x":1})", {}, "t: ")) ==
             R"(t: unknown argument "x"; it takes no arguments)");
}

BOOST_AUTO_TEST_CASE(a_huge_value_is_not_repeated_in_full) {
  const std::string huge(1'000'000, 'x');
  BOOST_TEST(problem(R"({"timeout":")" + huge + R"("})").size() < 300u);
  BOOST_TEST(problem(R"({")" + huge + R"(":1})").size() < 300u);
}

BOOST_AUTO_TEST_CASE(the_schema_says_what_the_check_takes) {
  auto known = every_kind();
  known.front().required = true;
  BOOST_TEST(
      to_text(input_schema(known)) ==
      R"({"type":"object","properties":{)"
      R"("timeout":{"type":"number","description":"seconds; at most 1800","default":300},)"
      R"("limit":{"type":"integer","description":"how many; at most 500","default":50},)"
      R"("line":{"type":"integer","description":"which line","minimum":0,"maximum":1000},)"
      R"("output":{"type":"string","description":"what","enum":["raw","summary"],"default":"raw"},)"
      R"("language":{"type":"string","description":"of which project"},)"
      R"("lines":{"type":"boolean","description":"whether"}},"required":["timeout"],"additionalProperties":false})");
  BOOST_TEST(to_text(input_schema({})) ==
             R"({"type":"object","properties":{},"additionalProperties":false})");
}

BOOST_AUTO_TEST_CASE(variables_are_an_object_of_strings) {
  argument env{"env", argument_type::variables, ""};
  env.max_bytes = 20;
  const auto said = [&](std::string_view text) {
    auto result = check(text, {env});
    const auto* good = std::get_if<arguments>(&result);
    return good != nullptr ? std::to_string(good->pairs("env").size()) : std::get<std::string>(result);
  };
  BOOST_TEST(said(R"({"env": {"A": "1", "B": ""}})") == "2");
  BOOST_TEST(said(R"({"env": {}})") == "0");
  BOOST_TEST(said(R"({"env": ["A=1"]})") == "run_tests: env must be an object of strings, got [\"A=1\"]");
  BOOST_TEST(said(R"({"env": {"PORT": 80}})") ==
             "run_tests: env must be an object of strings: \"PORT\", got 80");
  BOOST_TEST(
      said(R"({"env": {"A": "12345678901234567890"}})") ==
      "run_tests: env holds 21 bytes, the limit is 20; set what is large in the server's own environment");
}

BOOST_AUTO_TEST_CASE(a_default_is_not_what_the_caller_gave) {
  BOOST_TEST(!accepted("{}").was_given("timeout"));
  BOOST_TEST(!accepted(R"({"timeout": -1})").was_given("timeout"));
  BOOST_TEST(accepted(R"({"timeout": 300})").was_given("timeout"));
  BOOST_TEST(accepted(R"({"timeout": -1})").number("timeout") == 300);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
