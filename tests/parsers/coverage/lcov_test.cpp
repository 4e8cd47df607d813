#include "parsers/coverage/lcov.hpp"
#include <boost/test/unit_test.hpp>
#include <limits>

using namespace covey::parsers;

namespace {

struct reading {
  std::vector<lcov_record> records;
  std::uint64_t malformed = 0;
  std::uint64_t first_malformed = 0;
  std::string first_malformed_text;
};

reading read(std::string_view text, std::size_t piece = 1 << 20) {
  reading out;
  lcov_reader reader{[&](lcov_record&& record) { out.records.push_back(std::move(record)); }};
  for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(text.substr(at, piece));
  reader.finish();
  out.malformed = reader.malformed();
  out.first_malformed = reader.first_malformed();
  out.first_malformed_text = reader.first_malformed_text();
  return out;
}

using hits = std::vector<line_hits>;

BOOST_AUTO_TEST_SUITE(lcov_suite)

BOOST_AUTO_TEST_CASE(records_are_read_whatever_the_split) {
  const std::string text =
      "TN:unit\nSF:src/a.c\nFN:1,main\nDA:1,5\nDA:3,0,checksum\nLF:99\nLH:98\nend_of_record\n"
      "SF:/abs/b.c\r\nDA:2,1\r\nend_of_record\r\n";
  for (const std::size_t piece : {1u, 2u, 3u, 7u, 1000u}) {
    const auto got = read(text, piece);
    BOOST_REQUIRE(got.records.size() == 2u);
    BOOST_TEST(got.records[0].test == "unit");
    BOOST_TEST(got.records[0].file == "src/a.c");
    BOOST_TEST((got.records[0].lines == hits{{1, 5}, {3, 0}}));
    BOOST_TEST(got.records[1].file == "/abs/b.c");
    BOOST_TEST(got.records[1].test == "unit");  // until the next TN
    BOOST_TEST((got.records[1].lines == hits{{2, 1}}));
    BOOST_TEST(got.malformed == 0u);
  }
}

BOOST_AUTO_TEST_CASE(lines_are_sorted_and_repeated_ones_added) {
  const auto got = read("SF:a\nDA:9,1\nDA:2,0\nDA:9,3\nend_of_record\n");
  BOOST_TEST((got.records.at(0).lines == hits{{2, 0}, {9, 4}}));
}

BOOST_AUTO_TEST_CASE(counts_saturate_and_torn_counters_are_none) {
  const auto most = std::numeric_limits<std::uint64_t>::max();
  const auto got = read("SF:a\nDA:1,99999999999999999999999\nDA:2,-4\nend_of_record\n");
  BOOST_TEST((got.records.at(0).lines == hits{{1, most}, {2, 0}}));
}

BOOST_AUTO_TEST_CASE(a_record_without_an_end_is_given_all_the_same) {
  BOOST_TEST(read("SF:a\nDA:1,1\nSF:b\nDA:1,0").records.size() == 2u);
}

BOOST_AUTO_TEST_CASE(what_does_not_read_is_counted_and_skipped) {
  const auto got = read("DA:1,1\nSF:\nDA:1,1\nSF:a\nDA:x,1\nDA:0,1\nDA:4\nDA:5,1x\nDA:6,1\nend_of_record\n");
  BOOST_TEST((got.records.at(0).lines == hits{{6, 1}}));
  BOOST_TEST(got.malformed == 7u);
  BOOST_TEST(got.first_malformed == 1u);
  BOOST_TEST(got.first_malformed_text == "DA:1,1");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
