// How the text of a query is read: words, signs around them, bars, escaped spaces.
#include "parsers/query/query.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

namespace covey::parsers {
namespace {

std::string form_of(const query_term& term) {
  switch (term.form) {
    case term_form::fuzzy:
      return "fuzzy";
    case term_form::exact:
      return "exact";
    case term_form::prefix:
      return "prefix";
    case term_form::suffix:
      return "suffix";
    case term_form::equal:
      return "equal";
  }
  return "?";
}

// ASCII only; all else is a question mark.
std::string text_of(const query_term& term) {
  std::string out = term.inverse ? "not " : "";
  out += form_of(term) + " \"";
  for (const auto character : term.text) out += character < 0x80 ? static_cast<char>(character) : '?';
  out += "\"";
  if (!term.any_case) out += " case";
  if (!term.any_accent) out += " accents";
  return out;
}

// Groups are parted by "; ".
std::string read(std::string_view text) {
  std::string out;
  for (const auto& group : parse_query(text)) {
    if (!out.empty()) out += "; ";
    for (std::size_t i = 0; i < group.size(); ++i) out += (i > 0 ? " or " : "") + text_of(group[i]);
  }
  return out;
}

struct reading {
  const char* text;
  const char* terms;
};

void check(const std::vector<reading>& table) {
  for (const auto& [text, terms] : table)
    BOOST_TEST_CONTEXT('[' << text << ']') BOOST_TEST(read(text) == terms);
}

BOOST_AUTO_TEST_SUITE(query_terms)

BOOST_AUTO_TEST_CASE(forms) {
  check({{"abc", "fuzzy \"abc\""},
         {"'abc", "exact \"abc\""},
         {"^abc", "prefix \"abc\""},
         {"abc$", "suffix \"abc\""},
         {"^abc$", "equal \"abc\""},
         {"!abc", "not exact \"abc\""},
         {"!'abc", "not fuzzy \"abc\""},
         {"!^abc", "not prefix \"abc\""},
         {"!abc$", "not suffix \"abc\""},
         {"!^abc$", "not equal \"abc\""}});
}

BOOST_AUTO_TEST_CASE(signs_that_are_text) {
  check({{"$", "fuzzy \"$\""},
         {"$$", "suffix \"$\""},
         {"!$", "not exact \"$\""},
         {"a^b", "fuzzy \"a^b\""},
         {"a'b", "fuzzy \"a'b\""},
         {"a!b", "fuzzy \"a!b\""},
         {"a$b", "fuzzy \"a$b\""},
         {"^^a", "prefix \"^a\""},
         {"''a", "exact \"'a\""},
         {"'^a", "exact \"^a\""},
         {"^'a", "prefix \"'a\""},
         {"'!a", "exact \"!a\""},
         {"!!a", "not exact \"!a\""},
         {"'a'", "exact \"a'\""},
         {"\\", "fuzzy \"\\\""}});
}

// fzf takes off the $ before it looks for the ', so that 'a$ ends nowhere.
BOOST_AUTO_TEST_CASE(an_apostrophe_undoes_the_end) {
  check({{"'a$", "exact \"a\""}, {"!'a$", "not fuzzy \"a\""}});
}

BOOST_AUTO_TEST_CASE(what_is_only_signs_is_no_term) {
  check({{"", ""},
         {"   ", ""},
         {"'", ""},
         {"!", ""},
         {"^", ""},
         {"^$", ""},
         {"'$", ""},
         {"!^", ""},
         {"!'", ""},
         {"a ' b", "fuzzy \"a\"; fuzzy \"b\""}});
}

BOOST_AUTO_TEST_CASE(bars) {
  check({{"a b", "fuzzy \"a\"; fuzzy \"b\""},
         {"a | b", "fuzzy \"a\" or fuzzy \"b\""},
         {"a | b c", "fuzzy \"a\" or fuzzy \"b\"; fuzzy \"c\""},
         {"a b | c", "fuzzy \"a\"; fuzzy \"b\" or fuzzy \"c\""},
         {"a | b | c", "fuzzy \"a\" or fuzzy \"b\" or fuzzy \"c\""},
         {"a | !b", "fuzzy \"a\" or not exact \"b\""},
         {"a|b", "fuzzy \"a|b\""},
         {"a |", "fuzzy \"a\""},
         {"| a", "fuzzy \"|\"; fuzzy \"a\""},
         {"|", "fuzzy \"|\""},
         {"' | b", "fuzzy \"|\"; fuzzy \"b\""},
         {"a | | b", "fuzzy \"a\" or fuzzy \"|\"; fuzzy \"b\""},
         {"a | ' b", "fuzzy \"a\" or fuzzy \"b\""},
         {"a | ' | b", "fuzzy \"a\" or fuzzy \"b\""},
         {"a \\| b", "fuzzy \"a\"; fuzzy \"\\|\"; fuzzy \"b\""}});
}

BOOST_AUTO_TEST_CASE(spaces) {
  check({{"  a   b  ", "fuzzy \"a\"; fuzzy \"b\""},
         {"a\\ b", "fuzzy \"a b\""},
         {"a\\  b", "fuzzy \"a \"; fuzzy \"b\""},
         {"a\\ ", "fuzzy \"a \""},
         {"\\ ", "fuzzy \" \""},
         {"^\\ a", "prefix \" a\""},
         {"a\\ $", "suffix \"a \""},
         {"\\\\ a", "fuzzy \"\\ a\""},
         {"a\tb", "fuzzy \"a b\""},
         {"a\nb", "fuzzy \"a\nb\""},
         {"a \\ | b", "fuzzy \"a\"; fuzzy \" |\"; fuzzy \"b\""}});
}

BOOST_AUTO_TEST_CASE(case_and_accents_matter_where_they_are_written) {
  check({{"Abc", "fuzzy \"Abc\" case"},
         {"Abc def", "fuzzy \"Abc\" case; fuzzy \"def\""},
         {"Abc | def", "fuzzy \"Abc\" case or fuzzy \"def\""},
         {"!^Abc$", "not equal \"Abc\" case"},
         {"\xC3\xA9", "fuzzy \"?\" accents"},
         {"\xC3\x89", "fuzzy \"?\" case accents"},
         {"\xC3\xA9 e", "fuzzy \"?\" accents; fuzzy \"e\""},
         {"\xD0\xBF", "fuzzy \"?\""},
         {"\xD0\x9F", "fuzzy \"?\" case"}});
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_utf8_are_a_replacement_each) {
  for (const std::string_view bytes : {"\xFF", "\xC3", "\x80", "\xC0"}) {
    const auto groups = parse_query(bytes);
    BOOST_REQUIRE(groups.size() == 1u);
    BOOST_CHECK(groups.front().front().text == U"\uFFFD");
  }
  BOOST_CHECK(parse_query("\xED\xA0\x80").front().front().text == U"\uFFFD\uFFFD\uFFFD");  // a surrogate
  BOOST_CHECK(parse_query("\xE3\x81").front().front().text == U"\uFFFD\uFFFD");            // cut off
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
