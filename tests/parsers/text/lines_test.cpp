#include "parsers/text/streams.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using namespace covey::parsers;

namespace {

struct seen_line {
  std::string text;
  bool cut = false;
  friend bool operator==(const seen_line&, const seen_line&) = default;
};

std::ostream& operator<<(std::ostream& out, const seen_line& line) {
  return out << '"' << line.text << '"' << (line.cut ? " (cut)" : "");
}

std::vector<seen_line> split(std::string_view bytes, std::size_t limit, std::size_t piece) {
  std::vector<seen_line> lines;
  const auto keep = [&](std::string_view line, bool cut) { lines.push_back({std::string{line}, cut}); };
  line_splitter splitter(limit);
  for (std::size_t at = 0; at < bytes.size(); at += piece) splitter.feed(bytes.substr(at, piece), keep);
  splitter.finish(keep);
  return lines;
}

struct sample {
  std::string_view bytes;
  std::vector<seen_line> lines;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(lines)

BOOST_AUTO_TEST_CASE(bytes_in_any_pieces_give_the_same_lines) {
  const std::vector<sample> samples{{"", {}},
                                    {"\n", {{""}}},
                                    {"a\nb\n", {{"a"}, {"b"}}},
                                    {"a\nb", {{"a"}, {"b"}}},
                                    {"a\r\n\r\nb\r\n", {{"a"}, {""}, {"b"}}},
                                    {"a\rb\n", {{"a\rb"}}},
                                    {"12345678\nx\n", {{"12345678"}, {"x"}}},
                                    {"12345678\r\nx\n", {{"12345678"}, {"x"}}},
                                    {"123456789\nx\n", {{"12345678", true}, {"x"}}},
                                    {"12345678\rtail\nx", {{"12345678", true}, {"x"}}},
                                    {"1234567\rtail\nx", {{"1234567\r", true}, {"x"}}},
                                    {"0123456789abcdef", {{"01234567", true}}}};
  for (const auto& sample : samples) {
    for (const std::size_t piece : {1U, 2U, 3U, 7U, 100U}) {
      const auto lines = split(sample.bytes, 8, piece);
      BOOST_TEST_CONTEXT("bytes " << sample.bytes << " in pieces of " << piece)
      BOOST_TEST(lines == sample.lines, boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_line_of_64_megabytes_is_cut_at_the_limit_and_the_next_one_is_whole) {
  std::vector<seen_line> lines;
  const auto keep = [&](std::string_view line, bool cut) { lines.push_back({std::string{line}, cut}); };
  line_splitter splitter(1000);
  const std::string block(64 * 1024, 'x');
  for (int i = 0; i < 1024; ++i) splitter.feed(block, keep);
  splitter.feed("\nnext\n", keep);
  BOOST_REQUIRE_EQUAL(lines.size(), 2U);
  BOOST_TEST(lines[0] == (seen_line{std::string(1000, 'x'), true}));
  BOOST_TEST(lines[1] == (seen_line{"next", false}));
}

BOOST_AUTO_TEST_SUITE_END()
