#include "parsers/text/toml.hpp"
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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
