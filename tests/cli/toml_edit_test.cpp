#include "cli/setup/edits.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace covey::cli {
namespace {

constexpr std::string_view table = "mcp_servers.covey";
const boost::json::value arguments = boost::json::array{"-w", "/p"};

std::string with(std::string text) {
  for (const auto& [key, value] : boost::json::object{{"command", "/c"}, {"args", arguments}})
    text = toml_with(text, table, key, value).value_or("nothing");
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(toml_edit)

BOOST_AUTO_TEST_CASE(a_table_comes_to_the_end_and_goes_again) {
  const std::string added = "[mcp_servers.covey]\ncommand = \"/c\"\nargs = [\"-w\", \"/p\"]\n";
  BOOST_TEST(with("") == added);
  BOOST_TEST(toml_without(added, table).value() == "");
  for (const std::string before : {"model = \"x\" # mine\n", "# only a comment\n",
                                   "[a]\nb = 1\n\n[[c]]\nd = \"\"\"\n[mcp_servers.covey]\n\"\"\"\n",
                                   "[mcp_servers.other]\ncommand = \"y\"\n"}) {
    BOOST_TEST(with(before) == before + "\n" + added);
    BOOST_TEST(toml_without(with(before), table).value() == before);
  }
}

BOOST_AUTO_TEST_CASE(keys_are_set_where_they_are_and_others_stay) {
  const std::string before =
      "[ mcp_servers . \"covey\" ] # here\ncommand = '/old' # why\nargs = [ # two\n  \"a\",\n]\nenv = { A = \"#\" }\n\n[mcp_servers.covey.tools]\nx = 1\n\n[z]\n";
  BOOST_TEST(
      with(before) ==
      "[ mcp_servers . \"covey\" ] # here\ncommand = \"/c\" # why\nargs = [\"-w\", \"/p\"]\nenv = { A = \"#\" }\n\n[mcp_servers.covey.tools]\nx = 1\n\n[z]\n");
  BOOST_TEST(with(with(before)) == with(before));
  BOOST_TEST(toml_with(before, table, "tool_timeout_sec", 5)
                 .value()
                 .find("env = { A = \"#\" }\ntool_timeout_sec = 5\n") != std::string::npos);
  BOOST_TEST(toml_without(before, table).value() == "[z]\n");
}

BOOST_AUTO_TEST_CASE(what_is_about_the_next_table_stays) {
  BOOST_TEST(
      toml_without("a = 1\n\n[mcp_servers.covey]\n# ours\ncommand = \"x\"\n\n# the next one\n[b]\n", table)
          .value() == "a = 1\n\n# the next one\n[b]\n");
  BOOST_TEST(toml_without("[mcp_servers]\n\n[mcp_servers.covey]\ncommand = \"x\"\n", table).value() ==
             "[mcp_servers]\n");
}

BOOST_AUTO_TEST_CASE(what_says_the_table_otherwise_is_left_alone) {
  for (const auto* text :
       {"mcp_servers.covey.command = \"x\"\n", "[mcp_servers]\ncovey = { command = \"x\" }\n", "a = \n",
        "[a\n", "mcp_servers = 1\n"})
    BOOST_TEST_CONTEXT(text) BOOST_TEST(!toml_with(text, table, "command", "/c").has_value());
  BOOST_TEST(!toml_without("mcp_servers.covey.command = \"x\"\n", table).has_value());
}

BOOST_AUTO_TEST_CASE(letters_beyond_ascii_stay) {
  const std::string before = "name = \"Zoë\" # ü\n";
  BOOST_TEST(with(before).starts_with(before));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace covey::cli
