#include "parsers/coverage/formats/lcov/reader.hpp"
#include "parsers/coverage/formats/any_report.hpp"
#include "tests/parsers/coverage/formats/report_reading.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

using testing::check_every_split;
using testing::read_report;
using testing::text_of;

struct well_formed {
  const char* what;
  std::string_view text;
  std::string_view files;
};

constexpr well_formed cases[] = {
    {"one of each record of lcov 1.x",
     "TN:unit\nSF:src/"
     "a.c\nVER:1\nFN:1,main\nFNDA:2,main\nFNF:1\nFNH:1\nBRDA:3,0,0,1\nBRDA:3,0,1,-\nBRF:2\nBRH:1\n"
     "DA:1,2\nDA:3,0\nLF:2\nLH:1\nend_of_record\n",
     "src/a.c lines 1:2 3:0 branches 3/0/0:1 3/0/1:- functions main@1-0:2\n"},
    {"sums are not believed", "SF:a\nDA:1,1\nLF:99\nLH:98\nFNF:7\nBRF:7\nMCF:1\nMCH:1\nend_of_record\n",
     "a lines 1:1\n"},
    {"the last line without its end", "SF:a\nDA:1,1\nend_of_record", "a lines 1:1\n"},
    {"CRLF", "TN:t\r\nSF:a b\r\nFN:1,f\r\nFNDA:1,f\r\nBRDA:1,0,0,-\r\nDA:1,1\r\nend_of_record\r\n",
     "a b lines 1:1 branches 1/0/0:- functions f@1-0:1\n"},
    {"blanks at the end of lines", "SF:a \nFN:1,f\t\nFNDA:1,f \nDA:1,1 \t\nBRDA:1,0,0,2 \nend_of_record \n",
     "a lines 1:1 branches 1/0/0:2 functions f@1-0:1\n"},
    {"comments and empty lines", "# made by hand\n\nSF:a\n#DA:1,1\n\nDA:2,1\n  \nend_of_record\n",
     "a lines 2:1\n"},
    {"KF is SF", "KF:a\nDA:1,1\nend_of_record\n", "a lines 1:1\n"},
    {"a checksum", "SF:a\nDA:1,5,6CcTqyDXMiN+I7Bc6SrHag\nDA:2,0,\nend_of_record\n", "a lines 1:5 2:0\n"},
    {"lines in any order, and again", "SF:a\nDA:9,1\nDA:2,0\nDA:9,3\nend_of_record\n", "a lines 2:0 9:4\n"},
    {"a file of several records and tests",
     "TN:x\nSF:a\nDA:1,1\nDA:2,0\nend_of_record\nTN:y\nSF:b\nDA:1,0\nend_of_record\n"
     "SF:a\nDA:2,4\nDA:3,0\nend_of_record\n",
     "a lines 1:1 2:4 3:0\nb lines 1:0\n"},
    {"branches of several records: not evaluated and a number is the number",
     "SF:a\nDA:1,1\nBRDA:1,0,0,-\nBRDA:1,0,1,-\nBRDA:1,1,0,2\nend_of_record\n"
     "SF:a\nDA:1,1\nBRDA:1,0,0,0\nBRDA:1,0,1,-\nBRDA:1,1,0,-\nBRDA:1,1,1,5\nend_of_record\n",
     "a lines 1:2 branches 1/0/0:0 1/0/1:- 1/1/0:2 1/1/1:5\n"},
    {"branches in any order, and again in one record",
     "SF:a\nBRDA:2,0,0,1\nBRDA:1,0,1,1\nBRDA:1,0,0,-\nBRDA:2,0,0,-\nBRDA:1,0,1,2\nend_of_record\n",
     "a branches 1/0/0:- 1/0/1:3 2/0/0:1\n"},
    {"the block that geninfo does not name", "SF:a\nBRDA:1,4294967295,0,1\nend_of_record\n",
     "a branches 1/1073741823/0:1\n"},
    {"ways of exceptions are others", "SF:a\nBRDA:1,e0,0,1\nBRDA:1,0,0,2\nend_of_record\n",
     "a branches 1/0/0:2 1/e0/0:1\n"},
    {"branches told apart by text, with commas, over several records",
     "SF:a\nBRDA:1,0,x > 1,1\nBRDA:1,0,jump to f(a, b),-\nend_of_record\n"
     "SF:a\nBRDA:1,0,other,1\nBRDA:1,0,x > 1,1\nBRDA:1,0,7,1\nBRDA:1,0,-1,3\nend_of_record\n",
     "a branches 1/0/7:1 1/0/x > 1:2 1/0/jump to f(a, b):- 1/0/other:1 1/0/-1:3\n"},
    {"functions by name, calls in another order, again in a later record",
     "SF:a\nFN:1,f\nFN:5,g\nFN:9,h\nFNDA:2,g\nFNDA:1,f\nend_of_record\n"
     "SF:a\nFN:1,f\nFN:20,i\nFNDA:3,f\nFNDA:0,i\nend_of_record\n",
     "a functions f@1-0:4 g@5-0:2 h@9-0:0 i@20-0:0\n"},
    {"a function that is told twice in one record",
     "SF:a\nFN:1,f\nFN:1,f\nFNDA:2,f\nFNDA:3,f\nend_of_record\n", "a functions f@1-0:5\n"},
    {"FNDA between the FN, and before it", "SF:a\nFNDA:1,f\nFN:1,f\nFN:2,g\nFNDA:2,g\nend_of_record\n",
     "a functions f@1-0:1 g@2-0:2\n"},
    {"functions of lcov 2.0 with their last line",
     "SF:a\nFN:1,7,f\nFN:9,12,g<int, char>\nFNDA:1,f\nend_of_record\n",
     "a functions f@1-7:1 g<int, char>@9-12:0\n"},
    {"names with commas", "SF:a\nFN:1,f(int, int)\nFNDA:4,f(int, int)\nend_of_record\n",
     "a functions f(int, int)@1-0:4\n"},
    {"names that are numbers", "SF:a\nFN:1,7\nFN:2,3,\nFNDA:1,7\nend_of_record\n",
     "a functions 7@1-0:1 3,@2-0:0\n"},
    {"functions of lcov 2.2, with two names of one",
     "SF:a\nFNL:0,3,9\nFNA:0,2,f\nFNA:0,0,g\nFNL:1,12\nFNA:1,0,h\nend_of_record\n"
     "SF:a\nFNL:0,12\nFNA:0,5,h\nend_of_record\n",
     "a functions f@3-9:2 g@3-9:0 h@12-0:5\n"},
    {"MC/DC",
     "SF:a\nMCDC:3,2,t,1,0,x < 1\nMCDC:3,2,f,0,0,x < 1\nMCDC:3,2,t,2,1,y, z\nMCDC:3,2,t,2,1,y, "
     "z\nend_of_record\n",
     "a conditions 3/2/0f:0(x < 1) 3/2/0t:1(x < 1) 3/2/1t:4(y, z)\n"},
    {"numbers as large as the model holds",
     "SF:a\nDA:16777215,1099511627775\nBRDA:16777215,1073741823,2147483647,1099511627775\nFN:16777215,"
     "16777215,f\n"
     "FNDA:1099511627775,f\nend_of_record\n",
     "a lines 16777215:1099511627775 branches 16777215/1073741823/2147483647:1099511627775"
     " functions f@16777215-16777215:1099511627775\n"},
    {"sums saturate",
     "SF:a\nDA:1,1099511627775\nDA:1,1\nFN:1,f\nFNDA:1099511627775,f\nFNDA:9,f\nBRDA:1,0,0,1099511627775\n"
     "BRDA:1,0,0,1\nend_of_record\nSF:a\nDA:1,1\nFN:1,f\nFNDA:9,f\nend_of_record\n",
     "a lines 1:1099511627775 branches 1/0/0:1099511627775 functions f@1-0:1099511627775\n"},
    {"leading zeros", "SF:a\nDA:007,0000000000000000000000001\nBRDA:01,00,00,00\nend_of_record\n",
     "a lines 7:1 branches 1/0/0:0\n"},
    {"a file that has nothing", "SF:a\nend_of_record\n", "a\n"},
    {"paths are left as they are",
     "SF:/abs/../a.c\nDA:1,1\nend_of_record\nSF:C:\\x\\a.c\nDA:1,1\nend_of_record\n",
     "/abs/../a.c lines 1:1\nC:\\x\\a.c lines 1:1\n"},
    {"names that are no UTF-8 are repaired, and then equal",
     "SF:a\xff\nFN:1,f\xff\nFN:2,f\xfe\nFNDA:2,f\xff\nBRDA:1,0,x\xff,1\nBRDA:1,0,x\xfe,1\nend_of_record\n"
     "SF:a\xfe\nDA:1,1\nend_of_record\n",
     "a\xef\xbf\xbd lines 1:1 branches 1/0/x\xef\xbf\xbd:2 functions f\xef\xbf\xbd@1-0:2\n"},
};

BOOST_AUTO_TEST_SUITE(lcov)

BOOST_AUTO_TEST_CASE(what_is_well_formed_is_read_without_a_complaint_whatever_the_split) {
  for (const auto& c : cases) BOOST_TEST_CONTEXT(c.what) {
      const auto got = read_report(lcov_format, c.text);
      BOOST_TEST(text_of(got.data) == c.files);
      BOOST_TEST(text_of(got.diagnostics) == "");
      check_every_split(lcov_format, c.text);
    }
}

BOOST_AUTO_TEST_CASE(all_of_them_one_after_the_other_are_cut_well_at_every_byte_too) {
  std::string all;
  for (const auto& c : cases) (all += c.text) += all.ends_with('\n') ? "" : "\n";
  check_every_split(lcov_format, all);
}

BOOST_AUTO_TEST_CASE(a_file_without_lines_counts_nothing) {
  const auto data =
      read_report(lcov_format,
                  "SF:none\nFN:1,f\nFNDA:1,f\nBRDA:1,0,0,1\nend_of_record\n"
                  "SF:some\nFN:1,f\nFN:2,g\nFNDA:1,f\nBRDA:1,0,0,1\nBRDA:1,0,1,0\nBRDA:1,0,2,-\n"
                  "DA:1,1\nDA:2,0\nMCDC:1,1,t,1,0,x\nMCDC:1,1,f,0,0,x\nend_of_record\n")
          .data;
  BOOST_TEST(data.files.size() == 2U);
  const auto sum = totals(data);
  BOOST_TEST((sum.lines == found_and_hit{2, 1}));
  BOOST_TEST((sum.branches == found_and_hit{3, 1}));
  BOOST_TEST((sum.functions == found_and_hit{2, 1}));
  BOOST_TEST((sum.conditions == found_and_hit{2, 1}));
}

BOOST_AUTO_TEST_CASE(records_are_given_with_the_test_that_stood_before_them) {
  std::vector<lcov_record> records;
  lcov_reader reader{[&](lcov_record&& record) { records.push_back(std::move(record)); }};
  reader.feed(
      "SF:a\nDA:1,1\nend_of_record\nTN:one\nSF:b\nTN:two\nDA:1,1\nend_of_record\nSF:c\nend_of_record\n"
      "TN:\nSF:d\nend_of_record\n");
  reader.finish();
  BOOST_REQUIRE(records.size() == 4U);
  const std::pair<const char*, const char*> expected[] = {{"a", ""}, {"b", "one"}, {"c", "two"}, {"d", ""}};
  for (std::size_t i = 0; i < records.size(); ++i) {
    BOOST_TEST(records[i].file == expected[i].first);
    BOOST_TEST(records[i].test == expected[i].second);
  }
}

// What is read many lines at a time has to end at every place within its block of bytes.
BOOST_AUTO_TEST_CASE(usual_lines_of_every_length_are_read_alike) {
  std::string text = "SF:a\n", expected = "a lines";
  for (std::uint64_t line = 1, count = 1; line <= max_line_number;
       line = line * 3 + 1, count = count * 7 + 3) {
    text += "DA:" + std::to_string(line) + "," + std::to_string(count % 100000000) + "\n";
    expected += " " + std::to_string(line) + ":" + std::to_string(count % 100000000);
  }
  expected += " branches";
  for (std::uint64_t line = 1; line <= max_line_number; line = line * 2 + 1)
    for (const char* taken : {"-", "0", "12345678", "123456789"}) {
      const auto at = std::to_string(line), way = std::to_string(std::string_view{taken}.size());
      text += "BRDA:" + at + ",0," + way + (taken[0] == '0' ? "1" : "") + "," + taken + "\n";
    }
  text += "end_of_record\n";
  const auto whole = read_report(lcov_format, text);
  BOOST_TEST(text_of(whole.diagnostics) == "");
  BOOST_TEST(text_of(whole.data).starts_with(expected));
  BOOST_TEST(whole.data.files.at("a").branches.size() == 24U * 4U);
  check_every_split(lcov_format, text);
}

BOOST_AUTO_TEST_CASE(records_of_one_file_are_put_together_in_good_time_however_many) {
  std::string text;
  constexpr std::uint32_t records = 200'000;
  for (std::uint32_t i = 0; i < records; ++i)
    text += "SF:a\nDA:" + std::to_string(1 + i * 7919ULL % 16'000'000) + ",1\nend_of_record\n";
  const auto got = read_report(lcov_format, text);
  BOOST_TEST(got.data.files.at("a").lines.size() == records);
}

BOOST_AUTO_TEST_CASE(functions_of_one_record_are_put_together_in_good_time_however_many) {
  std::string text = "SF:a\n";
  constexpr std::uint32_t functions = 50'000;
  for (std::uint32_t i = 0; i < functions; ++i) text += "FN:1,f" + std::to_string(i) + "\n";
  for (std::uint32_t i = functions; i > 0; --i) text += "FNDA:1,f" + std::to_string(i - 1) + "\n";
  for (std::uint32_t i = 0; i < functions; ++i) text += "FNL:" + std::to_string(i) + ",7\n";
  for (std::uint32_t i = 0; i < functions; ++i)
    text += "FNA:" + std::to_string(i) + ",1,g" + std::to_string(i) + "\n";
  const auto got = read_report(lcov_format, text + "end_of_record\n");
  BOOST_TEST(got.diagnostics.empty());
  BOOST_TEST(got.data.files.at("a").functions.size() == 2 * functions);
  BOOST_TEST(totals(got.data.files.at("a")).functions.hit == 2 * functions);
}

// A weak hash began its search for all of them at the same place.
BOOST_AUTO_TEST_CASE(names_that_differ_in_their_last_letters_only_are_told_apart) {
  constexpr unsigned letters = 90, first = '%';
  std::string text, calls;
  for (unsigned i = 0; i < letters * letters; ++i) {
    const std::string name = {'p',
                              'r',
                              'e',
                              'f',
                              'i',
                              'x',
                              static_cast<char>(first + i / letters),
                              static_cast<char>(first + i % letters)};
    text += "FN:1," + name + "\n";
    calls += "FNDA:" + std::to_string(i % 2) + "," + name + "\n";
  }
  const auto got = read_report(lcov_format, "SF:a\n" + text + calls + "end_of_record\n");
  BOOST_TEST(got.diagnostics.empty());
  BOOST_TEST(
      (totals(got.data.files.at("a")).functions == found_and_hit{letters * letters, letters * letters / 2}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
