// The fast way of reading looks at many bytes together: numbers of every length, at every place of what it
// looks at.
#include "parsers/coverage/formats/any_report.hpp"
#include "tests/parsers/coverage/formats/report_reading.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

using testing::read_report;

constexpr std::size_t places = 64;  // lines of seven bytes before: every place of a block of 64

std::string digits(std::size_t count, bool large) {
  return std::string{large ? "987654321987" : "103050709010"}.substr(0, count);
}

struct written_numbers {
  std::string line, count;
};

// Those that a line of code can have.
std::vector<written_numbers> numbers() {
  std::vector<written_numbers> out;
  for (const bool large : {false, true})
    for (std::size_t line = 2; line <= 8; ++line)
      for (std::size_t count = 1; count <= 12; ++count)
        if (!large || line < 8) out.push_back({digits(line, large), digits(count, large)});
  return out;
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (; times > 0; --times) out += text;
  return out;
}

BOOST_AUTO_TEST_SUITE(lcov_usual_suite)

BOOST_AUTO_TEST_CASE(hits_of_any_length_at_any_place) {
  for (const auto& [line, count] : numbers()) {
    std::string text;
    for (std::size_t place = 0; place < places; ++place)
      text += "SF:" + std::to_string(place) + "\n" + repeated("DA:1,1\n", place) + "DA:" + line + "," +
              count + "\nDA:16777215,7\n" + repeated("LF:1\n", 20) + "end_of_record\n";
    const auto report = read_report(lcov_format, text);
    BOOST_TEST(report.diagnostics.empty());
    for (std::size_t place = 0; place < places; ++place) {
      std::vector<line_hits> expected{{static_cast<std::uint32_t>(std::stoul(line)), std::stoull(count)},
                                      {16777215, 7}};
      if (place > 0) expected.insert(expected.begin(), line_hits{1, place});
      BOOST_TEST((report.data.files.at(std::to_string(place)).lines == expected),
                 line << "," << count << " after " << place << " lines");
    }
  }
}

BOOST_AUTO_TEST_CASE(branches_of_any_length_at_any_place) {
  for (const auto& [line, count] : numbers()) {
    std::string text;
    for (std::size_t place = 0; place < places; ++place)
      text += "SF:" + std::to_string(place) + "\n" + repeated("DA:1,1\n", place) + "BRDA:" + line + ",0,1," +
              count + "\nBRDA:" + line + ",12,3,-\n" + repeated("LF:1\n", 20) + "end_of_record\n";
    const auto report = read_report(lcov_format, text);
    BOOST_TEST(report.diagnostics.empty());
    const auto at = static_cast<std::uint32_t>(std::stoul(line));
    const std::vector<branch_hits> expected{{at, 0, 1, std::stoull(count)}, {at, 12, 3, 0, false}};
    for (std::size_t place = 0; place < places; ++place)
      BOOST_TEST((report.data.files.at(std::to_string(place)).branches == expected),
                 line << "," << count << " after " << place << " lines");
  }
}

BOOST_AUTO_TEST_CASE(names_of_any_length_at_any_place) {
  for (std::size_t length = 1; length <= 1100; length += length < 80 ? 1 : 340) {
    const std::string name(length, 'f');
    std::string text;
    for (std::size_t place = 0; place < places; ++place)
      text += "SF:" + std::to_string(place) + "\n" + repeated("DA:1,1\n", place) + "FN:3," + name +
              "\nFN:5,4g\nFNDA:7," + name + "\nFNDA:9,4g\n" + repeated("LF:1\n", 20) + "end_of_record\n";
    const auto report = read_report(lcov_format, text);
    BOOST_TEST(report.diagnostics.empty());
    const std::vector<function_hits> expected{{name, 3, 0, 7}, {"4g", 5, 0, 9}};
    for (std::size_t place = 0; place < places; ++place)
      BOOST_TEST((report.data.files.at(std::to_string(place)).functions == expected),
                 length << " bytes after " << place << " lines");
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
