// The decisions in docs/design: each has its form, is in ARCHITECTURE.md's table, and is named by what it governs.
#include "tests/rules/source_tree.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

using namespace covey::testing;

namespace {

const std::string root = COVEY_SOURCE_DIR;
const std::string mark = "// Design: ";

// By path, of all files that are designs.
std::map<std::string, source_file> designs() {
  std::map<std::string, source_file> out;
  for (auto& file : project_files())
    if (file.is_below("docs/design")) out.emplace(file.path, file);
  return out;
}

bool has_line(const source_file& file, const std::string& line) {
  return std::find(file.lines.begin(), file.lines.end(), line) != file.lines.end();
}

// The paths in the line that says which code a design governs; other names in it have no slash.
std::vector<std::string> code_of(const source_file& design) {
  std::vector<std::string> out;
  for (const auto& line : design.lines) {
    if (!line.starts_with("**Code:** ")) continue;
    for (auto at = line.find('`'); at != line.npos; at = line.find('`', at)) {
      const auto end = line.find('`', at + 1);
      const auto name = line.substr(at + 1, end - at - 1);
      if (name.find('/') != name.npos || name.find('.') != name.npos) out.push_back(name);
      at = end == line.npos ? end : end + 1;
    }
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(designs_of_the_house)

BOOST_AUTO_TEST_CASE(every_design_has_an_id_a_problem_a_decision_and_code_that_is_there) {
  const auto all = designs();
  BOOST_TEST(all.size() >= 12u);
  for (const auto& [path, design] : all) {
    const auto name = path.substr(std::string{"docs/design/"}.size());
    BOOST_CHECK_MESSAGE(design.lines.front().starts_with("# D" + name.substr(0, 2) + ": "), path);
    BOOST_CHECK_MESSAGE(has_line(design, "## Problem") && has_line(design, "## Decision"), path);
    const auto code = code_of(design);
    BOOST_CHECK_MESSAGE(!code.empty(), path << " names no code");
    for (const auto& file : code)
      BOOST_CHECK_MESSAGE(std::filesystem::exists(root + "/" + file), path << ": " << file);
  }
}

BOOST_AUTO_TEST_CASE(every_design_is_in_the_table_of_them) {
  const auto architecture = read_file(root + "/ARCHITECTURE.md");
  for (const auto& [path, design] : designs()) {
    const auto id = design.lines.front().substr(2, 3), title = design.lines.front().substr(7);
    const auto row = "| [" + id + "](" + path + ") | " + title + " |\n";
    BOOST_CHECK_MESSAGE(architecture.find(row) != std::string::npos, "ARCHITECTURE.md lacks: " << row);
  }
}

BOOST_AUTO_TEST_CASE(headers_name_the_designs_that_govern_them) {
  const auto all = designs();
  std::set<std::string> named;
  for (const auto& file : cpp_files()) {
    if (!is_product(file)) continue;
    for (const auto& line : file.lines) {
      if (!line.starts_with(mark)) continue;
      const auto path = line.substr(mark.size());
      BOOST_CHECK_MESSAGE(all.contains(path), file.path << ": " << line);
      BOOST_CHECK_MESSAGE(file.has_extension(".hpp"), file.path << ": a link stands in the header");
      named.insert(path);
    }
  }
  for (const auto& [path, design] : all)
    BOOST_CHECK_MESSAGE(named.contains(path), path << ": no header names it");
}

BOOST_AUTO_TEST_SUITE_END()
