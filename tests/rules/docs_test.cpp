// The documentation: what is made from the catalogues is as they have it, and what it points to is there.
#include "tests/rules/generated.hpp"
#include "tests/rules/source_tree.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <set>

using namespace covey::testing;

namespace {

namespace fs = std::filesystem;

const std::string root = COVEY_SOURCE_DIR;

std::vector<source_file> pages() {
  auto out = project_files();
  std::erase_if(out, [](const auto& file) { return !file.has_extension(".md"); });
  return out;
}

bool is_update() {
  const char* value = std::getenv("UPDATE");
  return value != nullptr && std::string_view{value} == "1";
}

// The text with the part that is marked so; nothing if it has no such marks.
std::string with_part(const std::string& text, const std::string& marker, const std::string& part) {
  const auto begin = "<!-- " + marker + " -->\n", end = "<!-- /" + marker + " -->";
  const auto first = text.find(begin);
  const auto last = text.find(end, first);
  if (first == std::string::npos || last == std::string::npos) return "";
  return text.substr(0, first + begin.size()) + part + text.substr(last);
}

// What stands in a page besides code, line by line; a line of code is empty.
std::vector<std::string> prose_of(const source_file& page) {
  auto out = page.lines;
  bool in_block = false;
  for (auto& line : out) {
    const bool is_fence = line.find("```") == line.find_first_not_of(' ') && line.find("```") != line.npos;
    if (is_fence) in_block = !in_block;
    if (is_fence || in_block) line.clear();
    for (auto at = line.find('`'); at != line.npos; at = line.find('`', at)) {
      const auto end = line.find('`', at + 1);
      line.erase(at, end == line.npos ? end : end - at + 1);
    }
  }
  return out;
}

std::vector<std::string> links_in(const std::string& line) {
  std::vector<std::string> out;
  for (auto at = line.find("]("); at != line.npos; at = line.find("](", at + 2))
    out.push_back(line.substr(at + 2, line.find(')', at) - at - 2));
  return out;
}

// As GitHub names the headings of a page.
std::set<std::string> anchors_of(const source_file& page) {
  std::set<std::string> out;
  for (const auto& line : page.lines) {
    const auto text = line.find_first_not_of('#');
    if (text == 0 || text == line.npos || line[text] != ' ') continue;
    std::string anchor;
    for (const char c : line.substr(text + 1))
      if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_')
        anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      else if (c == ' ')
        anchor += '-';
    out.insert(anchor);
  }
  return out;
}

// Why the link leads nowhere; empty: it leads somewhere.
std::string broken(const std::string& link, const source_file& from, const std::vector<source_file>& all) {
  if (link.find(':') != link.npos) return "";  // of the web
  const auto hash = std::min(link.find('#'), link.size());
  const auto below = fs::path{from.path}.parent_path() / link.substr(0, hash);
  const auto path = hash == 0 ? from.path : below.lexically_normal().string();
  if (!fs::exists(fs::path{root} / path)) return "there is no such file";
  if (hash == link.size()) return "";
  const auto page = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.path == path; });
  if (page == all.end()) return "it is no page of ours";
  return anchors_of(*page).contains(link.substr(hash + 1)) ? "" : "the page has no such heading";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(docs)

// scripts/generate runs this test with UPDATE=1.
BOOST_AUTO_TEST_CASE(what_is_made_from_the_catalogues_is_as_they_have_it) {
  const auto all = pages();
  for (const auto& [marker, part] : generated_parts()) {
    std::size_t places = 0;
    BOOST_TEST(!part.empty(), marker);
    for (const auto& page : all) {
      const auto path = root + "/" + page.path;
      const auto text = read_file(path);
      const auto wanted = with_part(text, marker, part);
      if (wanted.empty()) continue;
      ++places;
      if (is_update() && wanted != text) write_file(path, wanted);
      BOOST_CHECK_MESSAGE(read_file(path) == wanted,
                          page.path << ": " << marker << " is out of date: run scripts/generate");
    }
    BOOST_CHECK_MESSAGE(places > 0, marker << " stands nowhere");
  }
}

BOOST_AUTO_TEST_CASE(every_mark_of_a_generated_part_is_known) {
  const auto known = generated_parts();
  std::size_t found = 0;
  for (const auto& page : pages())
    for (const auto& line : page.lines) {
      if (!line.starts_with("<!-- /") || !line.ends_with(" -->")) continue;
      const auto marker = line.substr(6, line.size() - 10);
      BOOST_CHECK_MESSAGE(known.contains(marker), page.path << ": " << marker);
      ++found;
    }
  BOOST_TEST(found >= known.size());
}

// A door, not a manual.
BOOST_AUTO_TEST_CASE(the_readme_has_at_most_160_lines) {
  const auto lines = lines_of(root + "/README.md").size();
  BOOST_TEST(lines > 50u);
  BOOST_TEST(lines <= 160u);
}

BOOST_AUTO_TEST_CASE(every_link_leads_somewhere) {
  const auto all = pages();
  std::size_t looked_at = 0;
  for (const auto& page : all)
    for (const auto& line : prose_of(page))
      for (const auto& link : links_in(line)) {
        const auto why = broken(link, page, all);
        BOOST_CHECK_MESSAGE(why.empty(), page.path << ": " << link << ": " << why);
        ++looked_at;
      }
  BOOST_TEST(looked_at > 20u);
}

BOOST_AUTO_TEST_CASE(a_link_that_leads_nowhere_is_found) {
  const std::vector<source_file> all = {{"README.md", {"# A", "## What `it` is: all"}}};
  BOOST_TEST(broken("#what-it-is-all", all[0], all) == "");
  BOOST_TEST(broken("README.md#a", all[0], all) == "");
  BOOST_TEST(broken("README.md#b", all[0], all) == "the page has no such heading");
  BOOST_TEST(broken("docs/none.md", all[0], all) == "there is no such file");
  BOOST_TEST(links_in("[a](b.md) and [c](d#e)") == (std::vector<std::string>{"b.md", "d#e"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
