#include "tests/parsers/coverage/formats/xml_reading.hpp"
#include "parsers/coverage/formats/any_report.hpp"
#include "tests/parsers/events/recording.hpp"
#include <boost/test/unit_test.hpp>
#include <charconv>

namespace covey::parsers::testing {
namespace {

void add_word(std::string& to, const std::string& word) {
  to += (to.empty() ? "" : " ") + word;
}

}  // namespace

std::string recorded_report(const std::string& path) {
  return recorded("fixtures/coverage/" + path);
}

coverage_report read_recorded(const coverage_format& format, const std::string& path) {
  any_report_parser reader;
  reader.feed(recorded_report(path));
  auto got = reader.finish();
  const auto* none = std::get_if<no_report>(&got);
  BOOST_REQUIRE_MESSAGE(none == nullptr, path << ": " << (none == nullptr ? "" : none->reason));
  auto& report = std::get<coverage_report>(got);
  BOOST_TEST_REQUIRE(report.format == format.name);
  return std::move(report);
}

std::vector<std::string> diagnostics_of(const coverage_report& report) {
  std::vector<std::string> out;
  for (const auto& one : report.diagnostics)
    out.push_back(std::string{one.what} + ": " + std::to_string(one.count) + " @" +
                  std::to_string(one.first_line));
  return out;
}

std::string lines_of(const file_coverage& file) {
  std::string out;
  for (const auto& line : file.lines)
    add_word(out, std::to_string(line.line) + ":" + std::to_string(line.hits));
  return out;
}

std::string branches_of(const file_coverage& file) {
  std::string out;
  for (const auto& way : file.branches)
    add_word(out, std::to_string(way.line) + ":" + std::to_string(way.block) + "/" +
                      std::to_string(way.branch) + "=" +
                      (way.evaluated != 0 ? std::to_string(way.taken) : "-"));
  return out;
}

std::string functions_of_file(const file_coverage& file) {
  std::string out;
  for (const auto& function : file.functions)
    add_word(out, std::string{function.name} + "@" + std::to_string(function.line) + "=" +
                      std::to_string(function.hits));
  return out;
}

std::string file_names(const coverage_report& report) {
  std::string out;
  for (const auto& [name, file] : report.data.files) add_word(out, name);
  return out;
}

std::uint64_t number_after(std::string_view bytes, std::string_view text, bool last) {
  const auto at = last ? bytes.rfind(text) : bytes.find(text);
  BOOST_REQUIRE_MESSAGE(at != std::string_view::npos, "no " << text);
  const auto digits = bytes.substr(at + text.size());
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  BOOST_REQUIRE_MESSAGE(error == std::errc{}, "no number after " << text);
  return out;
}

}  // namespace covey::parsers::testing
