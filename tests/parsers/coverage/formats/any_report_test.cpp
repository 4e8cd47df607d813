#include "parsers/coverage/formats/any_report.hpp"
#include "parsers/coverage/formats/format.hpp"
#include "tests/parsers/coverage/formats/report_reading.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

using namespace std::string_literals;

// "FORMAT: FILES", or "none: REASON".
std::string read(std::string_view bytes, std::size_t piece = 0) {
  any_report_parser reader;
  if (piece == 0) piece = bytes.size() + 1;
  for (std::size_t at = 0; at < bytes.size(); at += piece) reader.feed(bytes.substr(at, piece));
  const auto out = reader.finish();
  if (const auto* none = std::get_if<no_report>(&out)) return "none: " + none->reason;
  const auto& report = std::get<coverage_report>(out);
  return std::string{report.format} + ": " + testing::text_of(report.data);
}

const std::string mark = "\xef\xbb\xbf";
const std::string lcov = "SF:a\nDA:1,1\nend_of_record\n";

struct answer {
  std::string bytes;
  std::string text;
};

const std::vector<answer>& answers() {
  static const std::vector<answer> all = {
      {lcov, "LCOV: a lines 1:1\n"},
      {"TN:\n" + lcov, "LCOV: a lines 1:1\n"},
      {mark + lcov, "LCOV: a lines 1:1\n"},
      {mark + "TN:x\n" + lcov, "LCOV: a lines 1:1\n"},
      {"\r\n \t\n" + lcov, "LCOV: a lines 1:1\n"},
      {"geninfo: 3 files\n" + lcov, "LCOV: a lines 1:1\n"},
      {"mode: set\nm/a.go:1.1,2.9 1 1\n", "Go coverprofile: m/a.go lines 1:1 2:1\n"},
      {mark + "mode: set\nm/a.go:1.1,2.9 1 1\n", "Go coverprofile: m/a.go lines 1:1 2:1\n"},
      {"", "none: the file is empty"},
      {mark, "none: the file is empty"},
      {" \r\n\t\n", "none: the file is empty"},
      {"\x1f\x8b\x08\x00\x00"s, "none: its gzip data breaks off; write it again"},
      {"\x1f\x8b\x09\x00\x00xxxxxxx"s, "none: its gzip data is damaged; write it again"},
      {"\x1f"s, "none: line 1: an unknown record; no valid record in it"},
      {"PK\x03\x04\x14"s, "none: it is a zip archive; unpack it first"},
      {"\xff\xfeS\x00"s, "none: it is UTF-16 text; write it as UTF-8"},
      {"\xfe\xff\x00S"s, "none: it is UTF-16 text; write it as UTF-8"},
      {"hello\nworld\n", "none: line 1: an unknown record; no valid record in it"},
      {"# only a comment\n", "none: no valid record in it"},
      {"TN:x\nSF:a\nDA:x,1\nend_of_record\n",
       "none: line 3: text where a line number belongs; no valid record in it"},
      {"SF:a\nend_of_record\nSF:b\nFN:1,f\nend_of_record\n", "none: no line that could run in its 2 file(s)"},
      {"mode: set\n", "none: no valid record in it"},
      {std::string(20'000, '\n') + lcov, "LCOV: a lines 1:1\n"},
  };
  return all;
}

BOOST_AUTO_TEST_SUITE(report)

BOOST_AUTO_TEST_CASE(the_format_is_told_by_the_bytes_and_what_is_none_is_told_why) {
  for (const auto& one : answers()) BOOST_TEST_CONTEXT(one.bytes.substr(0, 60)) {
      BOOST_TEST(read(one.bytes) == one.text);
      for (const std::size_t piece : {1U, 2U, 3U, 7U, 64U}) BOOST_TEST(read(one.bytes, piece) == one.text);
      if (one.bytes.size() > 1000) continue;
      for (std::size_t cut = 1; cut < one.bytes.size(); ++cut) BOOST_TEST(read(one.bytes, cut) == one.text);
    }
}

// `gzip -n9`, in two members, with padding behind them.
const std::string packed_lcov =
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x0b\x76\xb3\x4a\xe4\x72\x71\xb4\x32\xd4\x31\xe4"
    "\x4a\xcd\x4b\x89\xcf\x4f\x8b\x2f\x4a\x4d\xce\x2f\x4a\xe1\x02\x00\x94\x9d\xe4\x14\x1a\x00"
    "\x00\x00"
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x0b\x76\xb3\x4a\xe4\x72\x71\xb4\x32\xd2\x31\xe0"
    "\x4a\xcd\x4b\x89\xcf\x4f\x8b\x2f\x4a\x4d\xce\x2f\x4a\xe1\x02\x00\x67\xd1\x0a\x50\x1a\x00"
    "\x00\x00"s;

BOOST_AUTO_TEST_CASE(what_gzip_has_compressed_is_unpacked) {
  for (const std::size_t piece : {0U, 1U, 2U, 3U, 7U, 11U, 12U, 13U, 64U}) {
    BOOST_TEST(read(packed_lcov, piece) == "LCOV: a lines 1:1 2:0\n");
    BOOST_TEST(read(packed_lcov + std::string(512, '\0'), piece) == "LCOV: a lines 1:1 2:0\n");
  }
  // Where it breaks off the second member is missing, or a part of one: never the whole report.
  for (std::size_t size = 2; size < packed_lcov.size(); ++size) {
    const auto text = read(std::string_view{packed_lcov}.substr(0, size));
    BOOST_TEST((text == "none: its gzip data breaks off; write it again" || text == "LCOV: a lines 1:1\n"),
               size << ": " << text);
  }
}

BOOST_AUTO_TEST_CASE(damaged_compression_is_no_report) {
  auto damaged = packed_lcov;
  damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);  // of its check sum
  BOOST_TEST(read(damaged) == "none: its gzip data is damaged; write it again");
}

BOOST_AUTO_TEST_CASE(the_format_of_what_does_not_read_is_named) {
  const auto format_of = [](std::string_view bytes) {
    any_report_parser reader;
    reader.feed(bytes);
    return std::string{std::get<no_report>(reader.finish()).format};
  };
  BOOST_TEST(format_of("mode: set\n") == "Go coverprofile");
  BOOST_TEST(format_of("<report name=\"x\"><package></package></report>") == "JaCoCo XML");
  BOOST_TEST(format_of("{\"meta\":{\"branch_coverage\":true},\"files\":{}}") == "coverage.py JSON");
  BOOST_TEST(format_of("{}") == "LCOV");
  BOOST_TEST(format_of("hello") == "LCOV");
}

BOOST_AUTO_TEST_CASE(text_of_an_unknown_kind_is_told_with_the_formats_that_are_known) {
  const auto known = coverage_format_names();
  BOOST_TEST(known.starts_with("LCOV, Go coverprofile"));
  for (const auto& [bytes, kind] : {std::pair{"{\"no such\":1}"s, "JSON"s},
                                    {"[1]", "JSON"},
                                    {mark + " [1]", "JSON"},
                                    {"<html></html>", "XML"},
                                    {"<", "XML"}})
    BOOST_TEST(read(bytes) ==
               "none: line 1: " + kind + " of no format that is known here; " + known + " are");
}

// The head is what the choice is made by; it must lose nothing.
BOOST_AUTO_TEST_CASE(a_report_longer_than_the_head_is_read_whole) {
  std::string text = "SF:a\n", lines;
  for (int line = 1; line <= 8000; ++line) {
    text += "DA:" + std::to_string(line) + ",1\n";
    lines += " " + std::to_string(line) + ":1";
  }
  text += "end_of_record\n";
  BOOST_REQUIRE(text.size() > 3 * format_head);
  for (const std::size_t piece :
       {std::size_t{0}, std::size_t{1000}, format_head - 1, format_head, format_head + 1})
    BOOST_TEST(read(text, piece) == "LCOV: a lines" + lines + "\n");
}

BOOST_AUTO_TEST_CASE(a_count_of_a_go_profile_that_is_too_large_is_named) {
  any_report_parser reader;
  reader.feed("mode: set\nm/a.go:1.1,1.9 1 1099511627776\nm/a.go:2.1,2.9 1 1099511627775\n");
  const auto out = reader.finish();
  const auto& report = std::get<coverage_report>(out);
  BOOST_TEST(testing::text_of(report.data) == "m/a.go lines 1:1099511627775 2:1099511627775\n");
  BOOST_TEST(testing::text_of(report.diagnostics) ==
             "a count over 1099511627775, taken as that x1 @0 m/a.go\n");
}

BOOST_AUTO_TEST_CASE(refused_bytes_are_not_kept) {
  any_report_parser reader;
  reader.feed("PK\x03\x04" + std::string(format_head, 'x'));
  for (int i = 0; i < 10'000; ++i) reader.feed(std::string(64, 'x'));
  const auto out = reader.finish();
  BOOST_TEST(std::get<no_report>(out).reason == "it is a zip archive; unpack it first");
}

struct many_files {
  std::string name;
  std::string begin;
  std::string file;  // # stands for its number
  std::string end;
};

// Files of a few bytes would take twenty times the memory of the report. The formats that are not here share
// file_in with Clover.
BOOST_AUTO_TEST_CASE(files_beyond_a_million_are_left_out, *boost::unit_test::label("slow")) {
  const std::vector<many_files> table = {
      {"LCOV", "", "SF:#\nDA:1,1\nend_of_record\n", ""},
      {"Go coverprofile", "mode: set\n", "#:1.1,1.9 1 1\n", ""},
      {"Clover XML", "<coverage generated='1'><project>",
       "<file path='#'><line num='1' type='stmt' count='1'/></file>", "</project></coverage>"},
  };
  for (const auto& one : table) BOOST_TEST_CONTEXT(one.name) {
      any_report_parser reader;
      reader.feed(one.begin);
      const auto sign = one.file.find('#');
      for (std::size_t i = 0; i < max_files + 2; ++i)
        reader.feed(one.file.substr(0, sign) + std::to_string(i) + one.file.substr(sign + 1));
      reader.feed(one.end);
      const auto out = reader.finish();
      const auto* report = std::get_if<coverage_report>(&out);
      BOOST_REQUIRE(report != nullptr);
      BOOST_TEST(report->format == one.name);
      BOOST_TEST(report->data.files.size() == max_files);
      BOOST_TEST(testing::text_of(report->diagnostics).find(too_many_files) != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(memory_is_near_what_the_entries_take) {
  std::string text = "SF:a\n";
  for (int line = 1; line <= 100'000; ++line) text += "DA:" + std::to_string(line) + ",1\n";
  any_report_parser reader;
  reader.feed(text + "end_of_record\n");
  const auto out = reader.finish();
  const auto memory = memory_of(std::get<coverage_report>(out));
  BOOST_TEST(memory >= 200'000U);
  BOOST_TEST(memory < 250'000U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
