#include "parsers/text/documents.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

namespace covey::parsers {
namespace {

namespace json = boost::json;

BOOST_AUTO_TEST_SUITE(toml)

BOOST_AUTO_TEST_CASE(tables_and_values_become_json) {
  BOOST_TEST(read_toml("a = 1 # one\n[b.\"c d\"]\nx = true\ny.z = 'raw\\n'\n") ==
             json::parse(R"({"a":1,"b":{"c d":{"x":true,"y":{"z":"raw\\n"}}}})"));
  BOOST_TEST(
      read_toml("[[test]]\nname = \"a\"\nharness = false\n[[test]]\nname = \"b\"\n[test.more]\nx = 1.5\n") ==
      json::parse(R"({"test":[{"name":"a","harness":false},{"name":"b","more":{"x":1.5}}]})"));
  BOOST_TEST(read_toml("a = [ 1, # one\n \"two\",\n [] ]\nb = { c = 'd', e = [ 1 ] }\n") ==
             json::parse(R"({"a":[1,"two",[]],"b":{"c":"d","e":[1]}})"));
}

BOOST_AUTO_TEST_CASE(what_is_no_toml_is_empty) {
  for (const auto* text : {"", "[", "[a", "a", "a =", "= 1", "a = [", "a = {", "a = \"open", "[[a]", "\"",
                           "a = \\", "a = 1\na.b = 2"})
    BOOST_TEST(read_toml(text).empty(), text);
  BOOST_TEST(read_toml("a = " + std::string(100'000, '[')).empty());
}

// toml++ 3.3 has undefined behaviour where they stand outside of strings and comments.
BOOST_AUTO_TEST_CASE(letters_beyond_ascii_are_read_as_they_are) {
  for (const auto* text :
       {"a = 1\n\u00e9", "a = \u00e9", "a = 1 \u2003\n", "a = 1\"\"\"\nb\u0492", "a = '\xff'\n"})
    BOOST_TEST(read_toml(text).empty(), text);
  BOOST_TEST(read_toml("\uFEFFa = \"\u00e9x0_\" # \u0492\n'\u00fc' = [ '\u2003', \"\\u00e9\" ]\n") ==
             json::parse("{\"a\":\"\u00e9x0_\",\"\u00fc\":[\"\u2003\",\"\u00e9\"]}"));
  BOOST_TEST(read_toml("a = \"\\u00780_\\u00780_c\\u00780_7f\u00fc\"") ==
             json::parse("{\"a\":\"x0_x0_cx0_7f\u00fc\"}"));
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

// Each of these would overflow the stack, in the parser or when its tree is freed.
BOOST_AUTO_TEST_CASE(what_nests_too_deep_is_refused_with_its_line) {
  const auto many = repeated("a.", 80'000) + "a";
  const auto some = repeated("a.", 200) + "a";
  const std::string head = "x = \"\\\"\"\n# it's\n";
  for (const auto& text : {"[" + many + "]\n", many + " = 1\n", "x = { " + many + " = 1 }\n",
                           "[[" + many + "]]\n", "x = { " + some + " = { " + some + " = 1 } }\n"}) {
    BOOST_TEST(read_toml(head + text).empty());
    BOOST_TEST(toml_refusal(head + text) == "it nests tables deeper than 256 levels (line 3)");
  }
}

// What only looks like nesting is none.
BOOST_AUTO_TEST_CASE(dots_and_brackets_in_texts_are_no_levels) {
  const auto dots = repeated("[.", 10'000);
  for (const auto& text :
       {"a = \"" + dots + "\"\n", "a = '" + dots + "'\n", "# " + dots + "\na = 1\n",
        "a = \"\"\"\n" + dots + "\"\"\"\"\"\nb = 1\n", "a = '''\n\\" + dots + "'''\n",
        "a = [" + repeated("1.5, ", 1'000) + "]\n", repeated("[a.b]\n[b.a]\n", 1) + "a = 1\n"})
    BOOST_TEST(toml_refusal(text).empty(), text.substr(0, 40));
  BOOST_TEST(read_toml(repeated("a.", 100) + "a = [[[1.5]]]\n").size() == 1u);
  BOOST_TEST(toml_refusal(std::string(toml_bytes + 1, ' ')) == "it is larger than 4 MiB");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
