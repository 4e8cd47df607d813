#include "tests/languages/common/unit/listing.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/finder.hpp"
#include "tests/support/test_data.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace covey::testing {
namespace {

namespace fs = std::filesystem;
using namespace covey::parsers;

std::string contents(const fs::path& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

std::string block_lines(const file_blocks& file) {
  std::string out;
  for (const auto& block : file.blocks)
    out += "  " + std::to_string(block.line_start) + "-" + std::to_string(block.line_end) + " " +
           std::string{to_string(block.kind)} + (block.dynamic ? " dynamic " : " ") + block.label + "\n";
  if (file.broken) out += "  broken\n";
  for (const auto& note : file.notes) out += "  note: " + note + "\n";
  return out;
}

config_texts settings_in(const fs::path& tree, const language& how) {
  config_texts out;
  for (const auto name : how.config_files)
    if (fs::is_regular_file(tree / name)) out.emplace(name, contents(tree / name));
  return out;
}

}  // namespace

std::string listed(std::string_view language, std::string_view path, std::string_view text) {
  const auto* how = find_language(language);
  BOOST_REQUIRE(how != nullptr);
  const auto finder = how->make_finder({});
  if (!finder->may_hold_blocks(text)) return "";
  auto file = finder->blocks(path, text);
  file_blocks* const alone[] = {&file};
  if (file.incomplete) finder->link(alone);
  return block_lines(file);
}

void expect_listing(std::string_view language, std::string_view name) {
  const auto* how = find_language(language);
  BOOST_REQUIRE(how != nullptr);
  const auto area = fs::path{"languages"} / language / "listing" / name;
  const auto tree = test_data() / area / "tree";
  const auto expected = fs::path{COVEY_SOURCE_DIR} / "tests" / area / "expected";
  const auto finder = how->make_finder(settings_in(tree, *how));
  std::vector<listed_file> files;
  for (const auto& entry : fs::recursive_directory_iterator{tree}) {
    if (!entry.is_regular_file()) continue;
    const auto path = entry.path().lexically_relative(tree).generic_string();
    const auto role = finder->role(path);
    if (role == file_role::none) continue;
    const auto text = contents(entry.path());
    auto found = finder->may_hold_blocks(text) ? finder->blocks(path, text) : file_blocks{};
    if (role == file_role::test || !found.blocks.empty())
      files.push_back({path, std::make_shared<file_blocks>(std::move(found))});
  }
  link_folders(*finder, files);
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  std::string out;
  for (const auto& file : files) out += file.path + "\n" + block_lines(*file.found);
  if (std::getenv("UPDATE") != nullptr) std::ofstream{expected, std::ios::binary} << out;
  BOOST_TEST(out == contents(expected));
}

}  // namespace covey::testing
