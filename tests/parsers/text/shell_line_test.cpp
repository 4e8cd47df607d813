#include "parsers/text/shell_line.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

using strings = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(shell_line)

BOOST_AUTO_TEST_CASE(a_line_is_split_into_pipelines) {
  const auto commands =
      shell_commands("tsc -b && jest 'a b' \"c \\\" d\" e\\ f; x a 2>&1 | y >out || z & '' # nothing");
  const std::vector<strings> expected{
      {"tsc", "-b"}, {"jest", "a b", "c \" d", "e f"}, {"x", "a"}, {"z"}, {""}};
  BOOST_TEST_REQUIRE(commands.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    BOOST_TEST(commands[i].words == expected[i], boost::test_tools::per_element());
  BOOST_TEST(commands[1].before == "&&");
  BOOST_TEST(commands[2].before == ";");
  BOOST_TEST(commands[2].text == "x a 2>&1 | y >out");
  BOOST_TEST(commands[3].before == "||");
  BOOST_TEST(commands[3].background);
}

BOOST_AUTO_TEST_CASE(what_only_a_shell_knows_is_told_from_what_is_quoted) {
  const auto one =
      shell_commands("mocha test/*.js 'a/*.js' \"$HOME/x y\" ${N:-1} $(ls a b) ~/c a$ \\$b").front();
  BOOST_TEST(one.words == (strings{"mocha", "test/*.js", "a/*.js", "$HOME/x y", "${N:-1}", "$(ls a b)", "~/c",
                                   "a$", "$b"}),
             boost::test_tools::per_element());
  strings active;
  for (const auto& [word, written] : one.active) active.push_back(written);
  BOOST_TEST(active == (strings{"$(ls a b)", "\"$HOME/x y\"", "${N:-1}", "test/*.js", "~/c"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_unclosed_quote_ends_with_the_line) {
  BOOST_TEST(shell_commands("jest 'a b").front().words == (strings{"jest", "a b"}),
             boost::test_tools::per_element());
  for (const auto* odd :
       {"", "'", "\"", "\\", "$(", "${", "`", "(", ")", "&&", "|| ;", "> ", "<<", "a `b", "$"})
    BOOST_TEST_CONTEXT(odd) BOOST_TEST(shell_commands(odd).size() <= 1u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace covey::parsers
