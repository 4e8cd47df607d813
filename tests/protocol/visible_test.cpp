#include "protocol/text.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace covey::protocol {
namespace {

BOOST_AUTO_TEST_SUITE(what_nobody_sees)

BOOST_AUTO_TEST_CASE(usual_text_stays_as_it_is) {
  for (const std::string text : {"", "plain", "two\nlines\tand a tab", "zażółć 日本語 👩 é – “quotes” ‹N›",
                                 "variation ❤️", "\xff\xfe no UTF-8 \xe2\x80", "\\u202e"}) {
    BOOST_TEST(visible(text) == text);
    BOOST_TEST(is_visible(text));
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_seen_becomes_an_escape) {
  struct row {
    std::string text, shown;
  };
  const std::vector<row> rows{{std::string{"a\0b", 3}, "a\\x00b"},
                              {"\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"},
                              {"bell\x07", "bell\\x07"},
                              {"\x7f", "\\x7f"},
                              {"\xc2\x85next line", "\\u0085next line"},
                              {"soft\xc2\xadhyphen", "soft\\u00adhyphen"},
                              {"\xe2\x80\xaetxt.exe", "\\u202etxt.exe"},
                              {"\xe2\x81\xa6isolate\xe2\x81\xa9", "\\u2066isolate\\u2069"},
                              {"\xd8\x9c", "\\u061c"},
                              {"zero\xe2\x80\x8bwidth\xef\xbb\xbf", "zero\\u200bwidth\\ufeff"},
                              {"line\xe2\x80\xa8separator", "line\\u2028separator"},
                              {"tag\xf3\xa0\x81\x81\xf3\xa0\x81\xbf", "tag\\U000e0041\\U000e007f"},
                              {"selector\xf3\xa0\x84\x80", "selector\\U000e0100"},
                              {"windows\r\nline", "windows\nline"},
                              {"over\rwritten\r", "over\\rwritten\\r"}};
  for (const auto& [text, shown] : rows) {
    BOOST_TEST(visible(text) == shown);
    BOOST_TEST(!is_visible(text));
    BOOST_TEST(is_visible(visible(text)));
  }
}

BOOST_AUTO_TEST_CASE(what_is_one_line_stays_one) {
  BOOST_TEST(one_line("TestX\nexit: 0") == "TestX\\nexit: 0");
  BOOST_TEST(one_line("a\r\nb\tc\r") == "a\\r\\nb\\tc\\r");
  BOOST_TEST(one_line("\n\xe2\x80\xae\n") == "\\n\\u202e\\n");
  BOOST_TEST(one_line("plain name") == "plain name");
}

// Text is looked at in blocks.
BOOST_AUTO_TEST_CASE(one_that_nobody_sees_is_found_wherever_it_stands) {
  for (std::size_t size = 0; size < 70; ++size) {
    const std::string text = std::string(size, 'a') + "\t\n";
    BOOST_TEST(is_visible(text));
    BOOST_TEST(visible(text) == text);
    for (std::size_t at = 0; at <= text.size(); ++at)
      for (const auto& [hidden, shown] :
           {std::pair{"\x1b", "\\x1b"}, {"\u202e", "\\u202e"}, {"\x7f", "\\x7f"}}) {
        auto with = text;
        with.insert(at, hidden);
        auto expected = text;
        expected.insert(at, shown);
        BOOST_TEST(!is_visible(with));
        BOOST_TEST(visible(with) == expected);
      }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
