#include "parsers/text/streams.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using namespace covey::parsers;

namespace {

std::string kept(std::string_view bytes, std::size_t limit, std::size_t piece) {
  head_tail part(limit);
  for (std::size_t at = 0; at < bytes.size(); at += piece) part.append(bytes.substr(at, piece));
  BOOST_TEST(part.total() == bytes.size());
  BOOST_TEST(part.truncated() == (bytes.size() > limit));
  return part.text();
}

struct sample {
  std::string bytes;
  std::string text;  // with a limit of 16
};

}  // namespace

BOOST_AUTO_TEST_SUITE(head_and_tail)

BOOST_AUTO_TEST_CASE(bytes_in_any_pieces_give_the_same_text) {
  const std::vector<sample> samples{
      {"", ""},
      {"short", "short"},
      {"exactly 16 bytes", "exactly 16 bytes"},
      {"0123456789abcdefgh", "01234567\n[TRUNCATED] 2 of 18 bytes left out\nabcdefgh"},
      {"01234\n6789abcde\nfghi", "01234\n[TRUNCATED] 11 of 20 bytes left out\nfghi"},
      {"\nnothing near the line ends\n", "\nnothing\n[TRUNCATED] 12 of 28 bytes left out\nne ends\n"},
      {"0123456\xC3\xBC-----------\xC3\xBC"
       "9876543",
       "0123456\n[TRUNCATED] 15 of 29 bytes left out\n9876543"}};
  for (const auto& sample : samples) {
    for (const std::size_t piece : {1U, 3U, 8U, 100U}) {
      BOOST_TEST_CONTEXT("pieces of " << piece) BOOST_TEST(kept(sample.bytes, 16, piece) == sample.text);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_cut_never_splits_a_character) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += i % 3 == 0 ? "\xC3\xBC" : i % 3 == 1 ? "\xF0\x9F\x98\x80" : "x";
  for (std::size_t limit = 0; limit < 80; ++limit)
    BOOST_TEST(is_utf8(kept(text, limit, 7)), "limit " << limit);
}

BOOST_AUTO_TEST_CASE(a_long_stream_keeps_its_first_and_last_lines) {
  head_tail part(100);
  for (int i = 0; i < 100000; ++i) part.append("line " + std::to_string(i) + "\n");
  const auto text = part.text();
  BOOST_TEST(text.starts_with("line 0\nline 1\n"));
  BOOST_TEST(text.ends_with("line 99998\nline 99999\n"));
  BOOST_TEST(text.size() < 200U);
}

BOOST_AUTO_TEST_SUITE_END()
