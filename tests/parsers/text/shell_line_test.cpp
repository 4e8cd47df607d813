#include "parsers/text/shell_line.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

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

BOOST_AUTO_TEST_CASE(groups_are_told_by_where_they_open_and_close) {
  const std::string line = "(a; { b && c; }) || d";
  const auto commands = shell_commands(line);
  BOOST_TEST_REQUIRE(commands.size() == 4u);
  BOOST_TEST(commands[0].opens == std::vector<std::size_t>{0}, boost::test_tools::per_element());
  BOOST_TEST(commands[1].opens == std::vector<std::size_t>{4}, boost::test_tools::per_element());
  BOOST_TEST(commands[1].words == strings{"b"}, boost::test_tools::per_element());
  BOOST_TEST(commands[2].closes == (std::vector<std::size_t>{15, 16}), boost::test_tools::per_element());
  BOOST_TEST(commands[3].before == "||");
  BOOST_TEST(is_compound(commands[1]));
  BOOST_TEST(!is_compound(commands[0]));
  for (const auto& one : commands) BOOST_TEST(!is_block(one));
  BOOST_TEST(shell_commands("(a; b) | cat").back().group_is_piped);
  BOOST_TEST(shell_commands("(a) & b").front().group_is_beside);
  BOOST_TEST(shell_commands("a < in").front().reads_file);
}

BOOST_AUTO_TEST_CASE(what_a_shell_would_not_run_is_a_block) {
  for (const auto* odd :
       {"a && && b", "a &&", "(a", "a )", "{ a", "( a }", "a; ; b", "a | | b", "f() { a; }", "a << x",
        "> x; a", "(a; > x)", "a 'b", "a \"b", "a `b", "a $(b", "! ! a", "(a) b", "a | { b; }"})
    BOOST_TEST_CONTEXT(odd) {
      const auto commands = shell_commands(odd);
      BOOST_TEST(std::any_of(commands.begin(), commands.end(), is_block));
    }
  for (const auto* plain :
       {"a &&\nb", "a & b", "a;\nb;", "(a;); { b; };", "a # (", "! a", "a '(' \"{\" {", "a &"})
    BOOST_TEST_CONTEXT(plain) {
      const auto commands = shell_commands(plain);
      BOOST_TEST(std::none_of(commands.begin(), commands.end(), is_block));
    }
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
