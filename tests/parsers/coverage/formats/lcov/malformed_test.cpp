// What is wrong with a tracefile is skipped or mended, and said: by class, how often, and where first.
#include "parsers/coverage/formats/any_report.hpp"
#include "parsers/coverage/formats/lcov/reader.hpp"
#include "tests/parsers/coverage/formats/report_reading.hpp"
#include <boost/test/unit_test.hpp>
#include <malloc.h>

namespace covey::parsers {
namespace {

using testing::check_every_split;
using testing::read_report;
using testing::text_of;

struct malformed {
  std::string_view text;
  std::string_view files;
  std::string_view wrong;
};

constexpr malformed cases[] = {
    // Counts that are mended.
    {"SF:a\nDA:1,-1\nDA:2,1\nDA:3,-0\nend_of_record\n", "a lines 1:0 2:1 3:0\n",
     "a negative count, taken as 0 x2 @2\n"},
    {"SF:a\nDA:1,0.4\nDA:2,1e3\nDA:3,2.5\nDA:4,0.0\nDA:5,1e-9999\nend_of_record\n",
     "a lines 1:1 2:1000 3:3 4:0 5:1\n", "a count with a fraction or an exponent, rounded x5 @2\n"},
    {"SF:a\nDA:1,1099511627776\nDA:2,99999999999999999999999\nDA:3,1e99999\nFN:1,f\nFNDA:1099511627776,"
     "f\nend_of_record\n",
     "a lines 1:1099511627775 2:1099511627775 3:1099511627775 functions f@1-0:1099511627775\n",
     "a count over 1099511627775, taken as that x4 @2\n"},
    {"SF:a\nBRDA:1,0,0,-1\nBRDA:1,0,1,0.5\nend_of_record\n", "a branches 1/0/0:0 1/0/1:1\n",
     "a negative count, taken as 0 x1 @2\na count with a fraction or an exponent, rounded x1 @3\n"},
    // Lines that are skipped.
    {"SF:a\nDA:1,x\nDA:2,\nDA:3,1x\nDA:4,0x10\nDA:5,nan\nDA:6,inf\nDA:7,=====\nDA:8, "
     "1\nDA:9,+1\nDA:10,-\nend_of_record\n",
     "a\n", "text where a count belongs x10 @2\n"},
    {"SF:a\nFN:1,f\nFNDA:x,f\nBRDA:1,0,0,x\nBRDA:1,0,0,\nFNL:0,1\nFNA:0,x,g\nMCDC:1,1,t,x,0,e\nend_of_"
     "record\n",
     "a functions f@1-0:0\n", "text where a count belongs x5 @3\n"},
    {"SF:a\nDA:x,1\nDA:,1\nDA:-1,1\nDA:1.5,1\nFN:x,f\nBRDA:x,0,0,1\nFNL:0,x\nMCDC:x,1,t,1,0,e\nend_of_"
     "record\n",
     "a\n", "text where a line number belongs x8 @2\n"},
    {"SF:a\nDA:0,1\nFN:0,f\nBRDA:00,0,0,1\nFNL:0,0\nMCDC:0,1,t,1,0,e\nend_of_record\n", "a\n",
     "line number 0 x5 @2\n"},
    {"SF:a\nDA:16777216,1\nDA:4294967297,1\nDA:99999999999999999999999,1\nFN:16777216,f\nBRDA:16777216,0,0,"
     "1\nend_of_record\n",
     "a\n", "a line number over 16777215 x5 @2\n"},
    {"SF:a\nDA:1\nDA:\nFN:1\nFNDA:1\nBRDA:1\nBRDA:1,0\nBRDA:1,0,0\nBRDA:1,0,,1\nFNL:1\nFNA:1\nFNA:1,1\nMCDC:"
     "1\nMCDC:1,1,t,1\nend_of_record\n",
     "a\n", "a missing field x13 @2\n"},
    {"SF:a\nFN:1,\nFNDA:1,\nFNL:0,1\nFNA:0,1,\nend_of_record\n", "a\n", "a function without a name x3 @2\n"},
    {"SF:a\nBRDA:1,x,0,1\nBRDA:1,-1,0,1\nBRDA:1,,0,1\nBRDA:1,e,0,1\nend_of_record\n", "a\n",
     "text where a block belongs x4 @2\n"},
    {"SF:a\nBRDA:1,1073741824,0,1\nBRDA:1,4294967296,0,1\nend_of_record\n", "a\n",
     "a block over 1073741823 x2 @2\n"},
    {"SF:a\nFNL:x,1\nFNA:-1,1,f\nend_of_record\n", "a\n", "text where an index belongs x2 @2\n"},
    {"SF:a\nMCDC:1,x,t,1,0,e\nMCDC:1,1,x,1,0,e\nMCDC:1,1,t,1,x,e\nMCDC:1,1,t,1,0\nend_of_record\n", "a\n",
     "an MCDC that does not read x4 @2\n"},
    {"what\nSF:a\n DA:1,1\nda:1,1\nDA 1,1\nBA:1,1\n\x01"
     "DA:1,1\nend_of_record\n",
     "a\n", "an unknown record x6 @1\n"},
    // What does not stand where it belongs.
    {"DA:1,1\nSF:a\nDA:2,1\nend_of_record\nDA:3,1\nFN:1,f\nBRDA:1,0,0,1\n", "a lines 2:1\n",
     "a record without an SF before it x4 @1\n"},
    {"end_of_record\nSF:a\nDA:1,1\nend_of_record\nend_of_record\n", "a lines 1:1\n",
     "end_of_record without an SF before it x2 @1\n"},
    {"SF:a\nDA:1,1\nSF:b\nDA:2,1\nSF:c\nend_of_record\n", "a lines 1:1\nb lines 2:1\nc\n",
     "an SF before the end_of_record x2 @3\n"},
    {"SF:a\nDA:1,1\n", "a lines 1:1\n", "no end_of_record at the end x1 @2\n"},
    {"SF:a\nDA:1,1", "a lines 1:1\n", "no end_of_record at the end x1 @2\n"},
    {"SF:a\nDA:1,1\n\n", "a lines 1:1\n", "no end_of_record at the end x1 @3\n"},
    {"SF:\nSF: \nDA:1,1\n", "", "an SF without a path x2 @1\na record without an SF before it x1 @3\n"},
    {"SF:a\nFN:1,f\nFNDA:1,g\nFNDA:1,g\nFNDA:1,f\nend_of_record\nSF:a\nFNDA:1,h\nend_of_record\n",
     "a functions f@1-0:1 g@0-0:2 h@0-0:1\n", "an FNDA without its FN x2 @3\n"},
    {"SF:a\nFNA:0,3,f\nFNL:0,5\nFNA:0,1,f\nend_of_record\n", "a functions f@5-0:4\n",
     "an FNA without its FNL x1 @2\n"},
    {"SF:a\nFNL:0,5\nend_of_record\nSF:a\nFNA:0,1,f\nend_of_record\n", "a functions f@0-0:1\n",
     "an FNA without its FNL x1 @5\n"},
    // Classes stand in the order of their first lines, though some faults show only at the end of a record.
    {"SF:a\nDA:1,1\nFNDA:1,g\nDA:x,1\nDA:2\nend_of_record\n", "a lines 1:1 functions g@0-0:1\n",
     "an FNDA without its FN x1 @3\ntext where a line number belongs x1 @4\na missing field x1 @5\n"},
};

BOOST_AUTO_TEST_SUITE(lcov_malformed)

BOOST_AUTO_TEST_CASE(every_fault_is_told_by_class_count_and_first_line_whatever_the_split) {
  for (const auto& c : cases) BOOST_TEST_CONTEXT(c.text) {
      const auto got = read_report(lcov_format, c.text);
      BOOST_TEST(text_of(got.data) == c.files);
      BOOST_TEST(text_of(got.diagnostics) == c.wrong);
      check_every_split(lcov_format, c.text);
    }
}

BOOST_AUTO_TEST_CASE(what_is_around_a_fault_is_read) {
  for (const auto& c : cases) BOOST_TEST_CONTEXT(c.text) {
      const auto got = read_report(lcov_format, "SF:before\nDA:1,1\nend_of_record\n" + std::string{c.text} +
                                                    "\nend_of_record\nSF:last\nDA:2,2\nend_of_record\n");
      BOOST_TEST(got.data.files.at("before").lines.size() == 1U);
      BOOST_TEST((got.data.files.at("last").lines == std::vector<line_hits>{{2, 2}}));
    }
}

// Zero bytes before a name once made it that name.
BOOST_AUTO_TEST_CASE(zero_bytes_before_a_name_make_an_unknown_record) {
  using namespace std::string_view_literals;
  const auto text = "SF:a\n\0\0DA:1,1\n\0\0TN:t\n\0FN:1,f\nDA:2,1\nend_of_record\n"sv;
  const auto got = read_report(lcov_format, text);
  BOOST_TEST(text_of(got.data) == "a lines 2:1\n");
  BOOST_TEST(text_of(got.diagnostics) == "an unknown record x3 @2\n");
  check_every_split(lcov_format, text);
}

BOOST_AUTO_TEST_CASE(a_line_over_64_kib_is_skipped_and_one_of_64_kib_is_read) {
  constexpr std::size_t max = 64 * 1024;
  for (const bool over : {false, true})
    for (const std::size_t piece : {0UL, 1000UL, max - 1, max, max + 1}) {
      const auto name = std::string(max - 5 + (over ? 1 : 0), 'x');
      const auto text = "SF:a\nDA:1,1\nFN:7," + name + "\nDA:2,1\nend_of_record\n";
      const auto got = read_report(lcov_format, text, piece);
      BOOST_TEST_CONTEXT("over: " << over << ", in pieces of " << piece) {
        BOOST_TEST(text_of(got.diagnostics) == (over ? "a line over 65536 bytes x1 @3\n" : ""));
        BOOST_TEST(got.data.files.at("a").functions.size() == (over ? 0U : 1U));
        BOOST_TEST(got.data.files.at("a").lines.size() == 2U);
      }
    }
}

BOOST_AUTO_TEST_CASE(a_line_over_64_kib_at_the_end_is_told) {
  const auto text = "SF:a\nDA:1,1\nend_of_record\n" + std::string(70'000, 'x');
  for (const std::size_t piece : {0U, 999U})
    BOOST_TEST(text_of(read_report(lcov_format, text, piece).diagnostics) ==
               "a line over 65536 bytes x1 @4\n");
}

BOOST_AUTO_TEST_CASE(a_line_of_a_gigabyte_takes_no_memory) {
  const auto in_use = [] {
    const auto now = mallinfo2();
    return now.uordblks + now.hblkhd;
  };
  const auto parser = lcov_format.make();
  parser->feed("SF:a\nDA:1,1\n");
  const std::string piece(64 * 1024, '7');
  const auto before = in_use();
  std::size_t max = 0;
  for (int i = 0; i < 16 * 1024; ++i) {
    parser->feed(piece);
    if (i % 1024 == 0) max = std::max(max, in_use());
  }
  BOOST_TEST(std::max(max, in_use()) < before + 1024 * 1024);
  parser->feed("\nDA:2,1\nend_of_record\n");
  coverage_report out;
  parser->finish(out);
  BOOST_TEST(text_of(out.data) == "a lines 1:1 2:1\n");
  BOOST_TEST(text_of(out.diagnostics) == "a line over 65536 bytes x1 @3\n");
}

BOOST_AUTO_TEST_CASE(binary_garbage_gives_complaints_only) {
  std::string text;
  std::uint32_t state = 1;
  while (text.size() < 100'000) {
    state = state * 1664525 + 1013904223;
    text += static_cast<char>(state >> 24);
  }
  const auto got = read_report(lcov_format, text);
  BOOST_TEST(got.data.files.empty());
  BOOST_REQUIRE(got.diagnostics.size() == 1U);
  BOOST_TEST(got.diagnostics[0].what == "an unknown record");
  BOOST_TEST(got.diagnostics[0].count > 100U);
  BOOST_TEST(text_of(read_report(lcov_format, text, 777).diagnostics) == text_of(got.diagnostics));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
