#include "parsers/text/utf8.hpp"
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace covey::parsers;
using namespace std::string_literals;

namespace {

constexpr auto bad = "\xEF\xBF\xBD";  // U+FFFD

struct sample {
  std::string bytes;
  std::string expected;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(utf8)

BOOST_AUTO_TEST_CASE(only_what_rfc_3629_allows_is_utf8) {
  for (const std::string_view text : {"", "plain", "\xC3\xBC", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
                                      "\xED\x9F\xBF", "\xEE\x80\x80", "\xF4\x8F\xBF\xBF"})
    BOOST_TEST(is_utf8(text), "should be UTF-8: " << text);
  for (const std::string_view bytes :
       {"\x80", "\xFF", "\xC3", "\xC0\xAF", "\xC1\xBF", "\xE0\x80\xAF", "\xE2\x82", "\xED\xA0\x80",
        "\xF0\x80\x80\xAF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80"})
    BOOST_TEST(!is_utf8(bytes), "should be no UTF-8: " << bytes);
}

BOOST_AUTO_TEST_CASE(characters_are_taken_and_put_back) {
  const std::string text = "a\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80";
  std::u32string characters;
  decode_utf8(text, characters);
  BOOST_TEST((characters == U"a\u00FC\u20AC\U0001F600"));
  std::string again;
  for (const auto one : characters) append_utf8(again, one);
  BOOST_TEST(again == text);
  characters.clear();
  decode_utf8("\xE2\x82z\xFF", characters);
  BOOST_TEST((characters == U"\uFFFD\uFFFDz\uFFFD"));
}

BOOST_AUTO_TEST_CASE(a_text_is_cut_between_characters) {
  BOOST_TEST(first_bytes("a\xE2\x82\xAC", 9) == "a\xE2\x82\xAC");
  for (const std::size_t max : {1U, 2U, 3U}) BOOST_TEST(first_bytes("a\xE2\x82\xAC", max) == "a");
  BOOST_TEST(first_bytes("\x80\x80\x80\x80\x80\x80", 5) == "\x80\x80");
}

BOOST_AUTO_TEST_CASE(each_run_of_foreign_bytes_becomes_one_replacement_character) {
  const std::vector<sample> samples{{"good \xC3\xBC", "good \xC3\xBC"},
                                    {"a\xFFz", "a"s + bad + "z"},
                                    {"a\xFF\xFE\x80z", "a"s + bad + "z"},
                                    {"\xE2\x82", bad},
                                    {"\xE2\x82z\xC3", bad + "z"s + bad},
                                    {"\xED\xA0\x80-", bad + "-"s},
                                    {"\x00x"s, "\x00x"s}};
  for (const auto& sample : samples) BOOST_TEST(repair_utf8(sample.bytes) == sample.expected);
}

// At each place of a word of eight, with each byte.
BOOST_AUTO_TEST_CASE(printable_ascii_is_from_the_space_to_the_tilde) {
  for (std::size_t length = 1; length <= 17; ++length)
    for (std::size_t at = 0; at < length; ++at)
      for (int byte = 0; byte < 256; ++byte) {
        std::string text(length, ' ');
        text[at] = static_cast<char>(byte);
        BOOST_REQUIRE(is_printable_ascii(text) == (byte >= ' ' && byte <= '~'));
      }
  BOOST_TEST(is_printable_ascii(""));
}

BOOST_AUTO_TEST_CASE(plain_text_has_no_escape_sequences_and_no_control_characters) {
  const std::vector<sample> samples{{"\x1B[31mred\x1B[0m", "red"},
                                    {"\x1B[38;5;196mx\x1B[K", "x"},
                                    {"\x1B]0;title\ax", "x"},
                                    {"\x1B]8;;http://a\x1B\\link\x1B]8;;\x1B\\", "link"},
                                    {"\x1B]never ended\nnext", "\nnext"},
                                    {"\x1B(Bx\x1B=y", "xy"},
                                    {"end\x1B", "end"},
                                    {"end\x1B[", "end"},
                                    {"\x1B[12\xC3\xBC", "\xC3\xBC"},
                                    {"a\r\nb\rc\n", "a\nb\nc\n"},
                                    {"tab\tnul\0bell\a\x7F\b."s, "tab\tnulbell."},
                                    {"c1 \xC2\x9B gone, \xC2\xA0 stays", "c1  gone, \xC2\xA0 stays"},
                                    {"\xFF\x1B[1m\xFE", bad + std::string{bad}}};
  for (const auto& sample : samples) BOOST_TEST(plain_text(sample.bytes) == sample.expected);
}

BOOST_AUTO_TEST_CASE(any_bytes_give_utf8_without_escapes) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> byte(0, 255);
  std::uniform_int_distribution<int> length(0, 40);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes;
    for (int left = length(random); left > 0; --left) bytes += static_cast<char>(byte(random));
    const auto plain = plain_text(bytes);
    BOOST_REQUIRE(is_utf8(plain));
    BOOST_REQUIRE(is_utf8(repair_utf8(bytes)));
    BOOST_REQUIRE(plain.find('\x1B') == std::string::npos);
    BOOST_REQUIRE(plain_text(plain) == plain);
  }
}

BOOST_AUTO_TEST_SUITE_END()
