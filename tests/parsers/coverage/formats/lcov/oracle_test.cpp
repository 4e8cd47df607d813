// What lcov itself counts in a tracefile: asked of lcov 1.x where it is on PATH, else (and then said so) read
// from tests/fixtures/coverage/lcov.figures, which `UPDATE=1` writes anew with lcov 1.x.
#include "parsers/coverage/formats/any_report.hpp"
#include "tests/parsers/coverage/formats/lcov/generator.hpp"
#include "tests/parsers/coverage/formats/report_reading.hpp"
#include "tests/support/skip.hpp"
#include "tests/support/test_data.hpp"
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <unistd.h>

namespace covey::parsers {
namespace {

namespace fs = std::filesystem;

const fs::path folder = covey::testing::test_data() / "fixtures/coverage/lcov";
const fs::path figures_file = fs::path{COVEY_SOURCE_DIR} / "tests/fixtures/coverage/lcov.figures";
constexpr std::uint64_t seeds = 24;

std::string contents(const fs::path& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe{popen(command.c_str(), "r"), pclose};
  std::string out;
  for (char buffer[4096]; pipe != nullptr && std::fgets(buffer, sizeof buffer, pipe.get()) != nullptr;)
    out += buffer;
  return out;
}

bool has_lcov() {
  return output_of("lcov --version 2>/dev/null").find("LCOV version 1.") != std::string::npos;
}

// "lines FOUND HIT functions FOUND HIT branches FOUND HIT".
std::string figures(const coverage_totals& sum) {
  std::ostringstream out;
  out << "lines " << sum.lines.found << ' ' << sum.lines.hit << " functions " << sum.functions.found << ' '
      << sum.functions.hit << " branches " << sum.branches.found << ' ' << sum.branches.hit;
  return out.str();
}

// "  lines......: 50.0% (1 of 2 lines)", or "no data found".
found_and_hit figure(const std::string& summary, const std::string& name) {
  const auto at = summary.find("\n  " + name + ".");
  BOOST_REQUIRE_MESSAGE(at != std::string::npos, summary);
  const auto line = summary.substr(at + 1, summary.find('\n', at + 1) - at - 1);
  found_and_hit out;
  const auto bracket = line.find('(');
  if (bracket == std::string::npos) return out;
  std::istringstream in{line.substr(bracket + 1)};
  std::string of;
  in >> out.hit >> of >> out.found;
  BOOST_REQUIRE_MESSAGE(in && of == "of", line);
  return out;
}

std::string counted_by_lcov(const std::string& tracefile) {
  const auto path = fs::temp_directory_path() / ("covey-oracle-" + std::to_string(getpid()) + ".info");
  std::ofstream{path, std::ios::binary} << tracefile;
  const auto summary =
      output_of("lcov --summary '" + path.string() + "' --rc lcov_branch_coverage=1 2>/dev/null");
  fs::remove(path);
  coverage_totals sum;
  sum.lines = figure(summary, "lines");
  sum.functions = figure(summary, "functions");
  sum.branches = figure(summary, "branches");
  return figures(sum);
}

std::string counted_by_covey(const std::string& tracefile) {
  return figures(totals(testing::read_report(lcov_format, tracefile).data));
}

std::map<std::string, std::string> recorded_figures() {
  std::map<std::string, std::string> out;
  std::istringstream in{contents(figures_file)};
  for (std::string line; std::getline(in, line);)
    if (const auto colon = line.find(": "); colon != std::string::npos)
      out[line.substr(0, colon)] = line.substr(colon + 2);
  return out;
}

// By the names that stand in `lcov.figures`.
std::map<std::string, std::string> tracefiles() {
  std::map<std::string, std::string> out;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    out["seed " + std::to_string(seed)] = testing::generated_tracefile(seed);
  for (const auto& entry : fs::directory_iterator{folder})
    if (entry.path().extension() == ".info") out[entry.path().filename().string()] = contents(entry.path());
  for (const auto& entry : fs::directory_iterator{folder.parent_path() / "llvm_cov"})
    if (entry.path().extension() == ".lcov") out[entry.path().filename().string()] = contents(entry.path());
  return out;
}

// lcov 1.x takes the last line of "FN:1,4,name" for the name, and reads over branches told apart by text.
bool is_of_lcov_2(const std::string& name) {
  return name == "coverage.py7.10.info";
}

// For these: the sums that the tool wrote itself.
std::string figures_within(const std::string& tracefile) {
  std::map<std::string, std::uint64_t> sums;
  std::istringstream in{tracefile};
  for (std::string line; std::getline(in, line);)
    if (const auto colon = line.find(':'); line.starts_with("LF:") || line.starts_with("LH:") || colon == 3)
      if (line.find_first_not_of("0123456789", colon + 1) == std::string::npos)
        sums[line.substr(0, colon)] += std::stoull(line.substr(colon + 1));
  return figures({{sums["LF"], sums["LH"]}, {sums["BRF"], sums["BRH"]}, {sums["FNF"], sums["FNH"]}, {}});
}

void update_figures() {
  std::ofstream out{figures_file};
  for (const auto& [name, text] : tracefiles())
    if (!is_of_lcov_2(name)) out << name << ": " << counted_by_lcov(text) << "\n";
}

BOOST_AUTO_TEST_SUITE(lcov_oracle)

BOOST_AUTO_TEST_CASE(covey_counts_what_lcov_counts, *boost::unit_test::label("own")) {
  const bool live = has_lcov();
  if (!live) covey::testing::skip("lcov 1.x is not on PATH; compared with recorded figures only");
  if (live && std::getenv("UPDATE") != nullptr) update_figures();
  const auto recorded = recorded_figures();
  std::size_t compared = 0;
  for (const auto& [name, text] : tracefiles()) BOOST_TEST_CONTEXT(name) {
      const auto ours = counted_by_covey(text);
      ++compared;
      if (is_of_lcov_2(name)) {
        BOOST_TEST(ours == figures_within(text));
        continue;
      }
      BOOST_REQUIRE(recorded.contains(name));
      BOOST_TEST(ours == recorded.at(name));
      if (live) BOOST_TEST(ours == counted_by_lcov(text));
    }
  BOOST_TEST(compared >= seeds + 5);
}

// The generator has to say something of everything, or agreeing is easy.
BOOST_AUTO_TEST_CASE(generated_tracefiles_hold_every_kind_of_record) {
  std::string all;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) all += testing::generated_tracefile(seed);
  for (const auto* part : {"TN:test", "SF:", "KF:", ",-\n", ",-  \n", "\r\n", ",sum", ",-1",
                           "FNDA:", "FN:", "nowhere", "4294967295", "\n\nend_of_record", "# made"})
    BOOST_TEST_CONTEXT(part) BOOST_TEST((all.find(part) != std::string::npos));
}

// What real tools wrote reads without a diagnostic, whatever the split.
BOOST_AUTO_TEST_CASE(recorded_tracefiles_have_nothing_to_complain_of) {
  for (const auto& [name, text] : tracefiles()) {
    if (name.starts_with("seed ")) continue;
    BOOST_TEST_CONTEXT(name) {
      const auto whole = testing::read_report(lcov_format, text);
      BOOST_TEST(testing::text_of(whole.diagnostics) == "");
      for (const std::size_t piece : {1U, 2U, 3U, 7U, 64U})
        BOOST_TEST(testing::text_of(testing::read_report(lcov_format, text, piece).data) ==
                   testing::text_of(whole.data));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
