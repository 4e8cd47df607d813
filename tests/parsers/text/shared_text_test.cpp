#include "parsers/text/shared_text.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;

namespace {

BOOST_AUTO_TEST_SUITE(shared_text_suite)

BOOST_AUTO_TEST_CASE(it_is_as_the_text_it_holds) {
  const shared_text text{"a/b.py"};
  BOOST_TEST(text == "a/b.py");
  BOOST_TEST(text == std::string{"a/b.py"});
  BOOST_TEST(text == shared_text{std::string{"a/b.py"}});
  BOOST_TEST((text < shared_text{"a/c.py"}));
  BOOST_TEST(text.starts_with("a/"));
  BOOST_TEST(text.ends_with(".py"));
  BOOST_TEST("in " + text + ":3" == "in a/b.py:3");
  BOOST_TEST(std::string{text} == "a/b.py");
}

BOOST_AUTO_TEST_CASE(nothing_and_an_empty_text_are_the_same) {
  BOOST_TEST(shared_text{}.empty());
  BOOST_TEST(shared_text{} == shared_text{""});
  BOOST_TEST(shared_text{}.string() == "");
}

BOOST_AUTO_TEST_CASE(copies_share_its_bytes_and_are_assigned_apart) {
  const shared_text text{"a text that is too long to lie in the string itself"};
  auto copy = text;
  BOOST_TEST(&copy.string() == &text.string());
  copy = "b";
  BOOST_TEST(text.starts_with("a text"));
}

BOOST_AUTO_TEST_CASE(what_comes_again_is_made_once) {
  made_texts texts;
  int made = 0;
  const auto make = [&](std::string_view from) {
    ++made;
    return "<" + std::string{from} + ">";
  };
  const auto first = texts.of("a", make);
  BOOST_TEST(first == "<a>");
  BOOST_TEST(texts.of("b", make) == "<b>");
  BOOST_TEST(&texts.of("a", make).string() == &first.string());
  BOOST_TEST(made == 2);
}

// It forgets what it has made, not what it has given.
BOOST_AUTO_TEST_CASE(there_is_an_end_to_what_is_kept) {
  made_texts texts;
  const auto same = [](std::string_view from) { return std::string{from}; };
  const auto first = texts.of("first", same);
  for (int i = 0; i < 100'000; ++i) texts.of(std::to_string(i), same);
  BOOST_TEST(first == "first");
  BOOST_TEST(&texts.of("first", same).string() != &first.string());
  BOOST_TEST(texts.of("99999", same) == "99999");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
