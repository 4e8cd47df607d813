#include "parsers/localization/mentions.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <tuple>

namespace covey::parsers {
namespace {

std::string places(const sayings& all, std::string_view message) {
  std::string out;
  for (const auto& one : all.places_of(message))
    out += (out.empty() ? "" : " ") + one.file.string() + ":" + std::to_string(one.line);
  return out;
}

BOOST_AUTO_TEST_SUITE(sayings_of_sources)

// A line of a source, and a message that it makes.
BOOST_AUTO_TEST_CASE(a_message_is_found_where_a_source_has_its_words) {
  const std::tuple<const char*, const char*> made[] = {
      {R"(return nil, NewParserError(b, "number cannot end with underscore"))", "toml: number cannot end with underscore"},
      {"return b, NewParserError(b, `need a \\n after \\r`)", "toml: need a \\n after \\r"},
      {R"(return Errorf(pos, "value %q is not correct type %s", fv, t))", "1:8: value \"x\" is not correct type ebnf.Expression"},
      {R"(raise ValueError(f"the key {key!r} is not known here"))", "ValueError: the key 'a' is not known here"},
      {"throw new Error(`Invalid locale '${locale}'`)", "Error: Invalid locale 'xx'"},
      {R"(return Err(format!("cannot parse {:?} as a number", s)))", "cannot parse \"1x\" as a number"},
      {R"(error("the \"size\" has to be positive"))", "the \"size\" has to be positive"}};
  for (const auto& [line, message] : made) {
    sayings all;
    all.add("src/a", std::string{"it's a comment\n"} + line + "\n");
    BOOST_TEST(places(all, message) == "src/a:2", line);
    BOOST_TEST(places(all, "some other message, which nobody makes") == "");
  }
}

BOOST_AUTO_TEST_CASE(the_longest_text_counts_and_none_that_many_lines_have) {
  sayings all;
  all.add("a", "\"unexpected token\"\n\"unexpected token in a list\"\n");
  BOOST_TEST(places(all, "1:2: unexpected token in a list") == "a:2");
  BOOST_TEST(places(all, "1:2: unexpected token at the end") == "a:1");
  all.add("b", "\"unexpected token\"\n'unexpected token'\n");
  BOOST_TEST(places(all, "1:2: unexpected token at the end") == "a:1 b:1 b:2");
  all.add("c", "\"unexpected token\"");
  BOOST_TEST(places(all, "1:2: unexpected token at the end") == "");
}

// Of one word, or of a few bytes, anything may have it.
BOOST_AUTO_TEST_CASE(short_texts_and_words_say_nothing) {
  sayings all;
  all.add("a", "\"an error\"\n\"unexpectedtoken\"\n\"\"\n\"no end of it\n");
  BOOST_TEST(places(all, "an error: unexpectedtoken, no end of it") == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
