// tests/faults/README.md says which faults covey survives, and which test shows it.
#include "tests/rules/source_tree.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <map>
#include <set>

using namespace covey::testing;

namespace {

const std::string table = "tests/faults/README.md";

struct row {
  std::string held;
  std::vector<std::string> tests;
};

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> out;
  for (std::size_t at = 1; at < line.size();) {
    const auto end = line.find('|', at);
    if (end == std::string::npos) break;
    auto cell = line.substr(at, end - at);
    cell.erase(0, cell.find_first_not_of(' '));
    cell.erase(cell.find_last_not_of(' ') + 1);
    out.push_back(cell);
    at = end + 1;
  }
  return out;
}

std::vector<std::string> quoted_in(const std::string& cell) {
  std::vector<std::string> out;
  for (auto at = cell.find('`'); at != std::string::npos; at = cell.find('`', at)) {
    const auto end = cell.find('`', at + 1);
    if (end == std::string::npos) break;
    out.push_back(cell.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return out;
}

std::map<std::string, row> rows() {
  std::map<std::string, row> out;
  for (const auto& file : project_files()) {
    if (file.path != table) continue;
    for (const auto& line : file.lines) {
      if (!line.starts_with("| ") || line.size() < 4 ||
          std::isdigit(static_cast<unsigned char>(line[3])) == 0)
        continue;
      const auto cells = cells_of(line);
      BOOST_REQUIRE_MESSAGE(cells.size() == 5, line);
      BOOST_CHECK_MESSAGE(out.emplace(cells[0], row{cells[3], quoted_in(cells[4])}).second, line);
    }
  }
  return out;
}

// The names of all test cases, and of the fuzz targets.
std::set<std::string> known_tests() {
  std::set<std::string> out;
  for (const auto& file : project_files()) {
    if (!file.is_below("tests")) continue;
    if (const std::string_view name{file.path}; file.is_below("tests/fuzz") && name.ends_with("_fuzz.cpp"))
      out.emplace(name.substr(11, name.size() - 20));
    for (const auto& line : file.lines)
      for (const std::string_view begin : {"TEST_CASE(", "TEST_CASE_TEMPLATE("}) {
        const auto at = line.find(begin);
        if (at == std::string::npos) continue;
        const auto name = line.substr(at + begin.size());
        out.insert(name.substr(0, name.find_first_of(", )")));
      }
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(faults)

BOOST_AUTO_TEST_CASE(every_row_of_the_table_is_there) {
  const auto all = rows();
  const std::pair<char, int> groups[] = {{'P', 22}, {'T', 18}, {'C', 10}, {'R', 8},
                                         {'S', 9},  {'X', 11}, {'A', 4},  {'V', 6}};
  for (const auto& [group, count] : groups)
    for (int number = 1; number <= count; ++number) {
      const auto id = group + std::to_string(number);
      BOOST_CHECK_MESSAGE(all.contains(id), id);
    }
}

BOOST_AUTO_TEST_CASE(every_test_of_the_table_exists_and_what_is_held_has_one) {
  const auto known = known_tests();
  for (const auto& [id, row] : rows()) {
    const bool has_tests = !row.held.starts_with("not held");
    BOOST_CHECK_MESSAGE(has_tests != row.tests.empty(), id << ": " << row.held);
    for (const auto& test : row.tests) BOOST_CHECK_MESSAGE(known.contains(test), id << ": no test " << test);
  }
}

BOOST_AUTO_TEST_SUITE_END()
