#include "tests/parsers/coverage/formats/report_reading.hpp"
#include <boost/test/unit_test.hpp>
#include <sstream>

namespace covey::testing {
namespace {

using namespace parsers;

std::string way_of(const file_coverage& file, const branch_hits& branch) {
  return branch.branch < named_branch ? std::to_string(branch.branch)
                                      : file.branch_names.at(branch.branch - named_branch);
}

std::string text_of(const file_coverage& file) {
  std::ostringstream out;
  if (!file.lines.empty()) out << " lines";
  for (const auto& line : file.lines) out << ' ' << line.line << ':' << line.hits;
  if (!file.branches.empty()) out << " branches";
  for (const auto& branch : file.branches) {
    out << ' ' << branch.line << '/' << (branch.exception != 0 ? "e" : "") << branch.block << '/'
        << way_of(file, branch) << ':';
    out << (branch.evaluated != 0 ? std::to_string(branch.taken) : "-");
  }
  if (!file.functions.empty()) out << " functions";
  for (const auto& one : file.functions)
    out << ' ' << one.name << '@' << one.line << '-' << one.end_line << ':' << one.hits;
  if (!file.conditions.empty()) out << " conditions";
  for (const auto& one : file.conditions)
    out << ' ' << one.line << '/' << one.group << '/' << one.index << (one.sense ? 't' : 'f') << ':'
        << one.hits << '(' << one.expression << ')';
  return out.str();
}

std::string text_of(const coverage_report& report) {
  return testing::text_of(report.data) + testing::text_of(report.diagnostics);
}

}  // namespace

std::string text_of(const coverage& data) {
  std::string out;
  for (const auto& [name, file] : data.files) out += name + text_of(file) + "\n";
  return out;
}

std::string text_of(const std::vector<diagnostic>& all) {
  std::string out;
  for (const auto& one : all)
    out += std::string{one.what} + " x" + std::to_string(one.count) + " @" + std::to_string(one.first_line) +
           (one.first_at.empty() ? "" : " " + one.first_at) + "\n";
  return out;
}

coverage_report read_report(const coverage_format& format, std::string_view bytes, std::size_t piece) {
  coverage_report out;
  const auto parser = format.make();
  if (piece == 0) piece = bytes.size() + 1;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    const std::string own{bytes.substr(at, piece)};  // nothing may look beyond its piece
    parser->feed(own);
  }
  parser->finish(out);
  return out;
}

void check_every_split(const coverage_format& format, std::string_view bytes) {
  const auto whole = text_of(read_report(format, bytes));
  for (const std::size_t piece : {1U, 2U, 3U, 5U, 7U, 16U, 64U, 100U})
    BOOST_TEST_CONTEXT("in pieces of " << piece)
  BOOST_TEST(text_of(read_report(format, bytes, piece)) == whole);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    coverage_report out;
    const auto parser = format.make();
    parser->feed(bytes.substr(0, cut));
    parser->feed({});
    parser->feed(bytes.substr(cut));
    parser->finish(out);
    const auto got = text_of(out);
    if (got != whole) BOOST_TEST_CONTEXT("cut at " << cut) BOOST_TEST(got == whole);
  }
}

}  // namespace covey::testing
