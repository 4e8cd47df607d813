#include "tests/parsers/coverage/formats/json_report.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

namespace covey::parsers::testing {
namespace {

std::string way(const file_coverage& file, const branch_hits& branch) {
  auto out = std::to_string(branch.line) + "/" + std::to_string(branch.block) + "/";
  out += branch.branch >= named_branch ? file.branch_names.at(branch.branch - named_branch)
                                       : std::to_string(branch.branch);
  return out + "=" + (branch.evaluated != 0 ? std::to_string(branch.taken) : "-");
}

std::string text_of(const file_coverage& file) {
  std::string out;
  for (const auto& line : file.lines)
    out += " " + std::to_string(line.line) + "=" + std::to_string(line.hits);
  if (!file.branches.empty()) out += ",";
  for (const auto& branch : file.branches) out += " " + way(file, branch);
  if (!file.functions.empty()) out += ",";
  for (const auto& function : file.functions)
    out += " " + std::string{function.name} + "@" + std::to_string(function.line) + "-" +
           std::to_string(function.end_line) + "=" + std::to_string(function.hits);
  return out;
}

}  // namespace

std::string text_of(const coverage_report& report) {
  std::string out;
  for (const auto& [name, file] : report.data.files)
    out += (out.empty() ? "" : "; ") + name + ":" + text_of(file);
  for (const auto& one : report.diagnostics) {
    out += (out.empty() ? "! " : " ! ") + std::to_string(one.count) + " x " + std::string{one.what};
    if (one.first_line > 0) out += " (line " + std::to_string(one.first_line) + ")";
    if (!one.first_at.empty()) out += " (" + one.first_at + ")";
  }
  return out;
}

std::string text_of(const coverage_format& format, std::string_view bytes) {
  auto whole = text_of(read_report(format, bytes));
  BOOST_TEST(text_of(read_report(format, bytes, 1)) == whole);
  for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
    coverage_report report;
    const auto parser = format.make();
    parser->feed(std::string{bytes.substr(0, cut)});
    parser->feed(std::string{bytes.substr(cut)});
    parser->finish(report);
    if (text_of(report) != whole) BOOST_ERROR("cut at " << cut << " of " << bytes << ": " << text_of(report));
  }
  return whole;
}

std::string totals_text(std::uint64_t lines, std::uint64_t lines_hit, std::uint64_t branches,
                        std::uint64_t branches_hit, std::uint64_t functions, std::uint64_t functions_hit) {
  const auto pair = [](std::uint64_t found, std::uint64_t hit) {
    return std::to_string(found) + "/" + std::to_string(hit);
  };
  return "lines " + pair(lines, lines_hit) + " branches " + pair(branches, branches_hit) + " functions " +
         pair(functions, functions_hit);
}

std::string totals_text(const coverage_totals& of) {
  return totals_text(of.lines.found, of.lines.hit, of.branches.found, of.branches.hit, of.functions.found,
                     of.functions.hit);
}

void check_beginnings(const coverage_format& format, std::string_view bytes) {
  const auto end = bytes.find_last_of('}');  // from there on it is whole
  std::size_t files = 0;
  for (std::size_t size = 0; size < std::min(end, bytes.size()); ++size) {
    const auto beginning = bytes.substr(0, size);
    const auto report = read_report(format, beginning);
    const auto line = 1 + static_cast<std::uint64_t>(std::count(beginning.begin(), beginning.end(), '\n'));
    BOOST_REQUIRE(report.diagnostics.size() == 1u);
    BOOST_TEST(report.diagnostics[0].what == "the JSON breaks off");
    BOOST_TEST(report.diagnostics[0].first_line == line);
    BOOST_TEST(report.data.files.size() >= files);
    files = report.data.files.size();
  }
  BOOST_TEST(files > 0u);  // the last of them have all that came before
}

}  // namespace covey::parsers::testing
