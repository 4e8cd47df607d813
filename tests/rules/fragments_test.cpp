// changelog/unreleased: one file per change, which scripts/release-notes can join.
#include "tests/rules/source_tree.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;

namespace {

const std::string folder = "changelog/unreleased";

// One list: each line begins an entry or goes on with it.
bool is_list(const source_file& file) {
  bool begun = false;
  for (const auto& line : file.lines) {
    if (!line.starts_with("- ") && !(begun && line.starts_with("  ") && line[2] != ' ')) return false;
    begun = true;
  }
  return begun;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fragments)

BOOST_AUTO_TEST_CASE(each_is_one_list_of_a_known_area) {
  const auto script = read_file(std::string{COVEY_SOURCE_DIR} + "/scripts/release-notes");
  BOOST_TEST(!script.empty());
  for (const auto& file : project_files()) {
    if (!file.is_below(folder)) continue;
    const auto name = file.path.substr(folder.size() + 1);
    if (name == ".gitkeep") continue;  // the folder stays after a version has taken all of them
    const auto area = name.substr(0, name.find('-'));
    BOOST_CHECK_MESSAGE(name.ends_with(".md") && name.find('-') != name.npos,
                        file.path << ": AREA-CHANGE.md");
    BOOST_CHECK_MESSAGE(script.find("(\"" + area + "\", ") != script.npos,
                        file.path << ": scripts/release-notes has no area " << area);
    BOOST_CHECK_MESSAGE(is_list(file), file.path << " is not one list");
    for (const auto& line : file.lines) BOOST_CHECK_MESSAGE(line.size() <= 160u, file.path << ": " << line);
  }
}

BOOST_AUTO_TEST_CASE(another_form_is_found) {
  BOOST_TEST(is_list({"", {"- One", "  goes on.", "- Two."}}));
  BOOST_TEST(!is_list({"", {"- One", "", "- Two."}}));
  BOOST_TEST(!is_list({"", {"One."}}));
  BOOST_TEST(!is_list({"", {}}));
}

BOOST_AUTO_TEST_SUITE_END()
