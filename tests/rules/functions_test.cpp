// How long a function may be.
#include "tests/rules/source_tree.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

using namespace covey::testing;

namespace {

constexpr std::size_t max_length = 60;

struct function_lines {
  std::string head;
  std::size_t first = 0;  // counted from 1
  std::size_t count = 0;
};

// Whether nothing after this line belongs to what stands before it.
bool ends_what_was(const std::string& line) {
  const auto last = line.find_last_not_of(' ');
  if (last == std::string::npos) return true;
  const auto first = line.find_first_not_of(' ');
  return std::string_view{";{}:"}.find(line[last]) != std::string_view::npos ||
         line.compare(first, 2, "//") == 0 || line[first] == '#';
}

bool begins_a_function(std::string_view head) {
  static constexpr std::array<std::string_view, 16> others = {
      "namespace", "class", "struct", "enum", "union", "if", "for",    "while",
      "switch",    "else",  "do",     "try",  "case",  "}",  "return", "extern"};
  const auto first = head.find_first_not_of(' ');
  if (first == std::string_view::npos || head.find('(') == std::string_view::npos) return false;
  head.remove_prefix(first);
  return std::none_of(others.begin(), others.end(), [&](auto word) { return head.starts_with(word); }) &&
         head.find(" = [") == std::string_view::npos && !head.ends_with("= {") &&
         head.find("](") == std::string_view::npos;
}

// The functions of a file as clang-format lays it out: a body ends at a brace below the first word of its
// head.
std::vector<function_lines> functions_of(const std::vector<std::string>& lines) {
  std::vector<function_lines> out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].ends_with('{')) continue;
    auto first = i;
    while (first > 0 && !ends_what_was(lines[first - 1])) --first;
    std::string head;
    for (auto k = first; k <= i; ++k) head += lines[k] + (k < i ? " " : "");
    if (!begins_a_function(head)) continue;
    const auto end = std::string(std::min(lines[first].find_first_not_of(' '), std::size_t{8}), ' ') + "}";
    const auto last = std::find_if(lines.begin() + static_cast<std::ptrdiff_t>(i) + 1, lines.end(),
                                   [&](const auto& line) { return line.starts_with(end); });
    if (last == lines.end()) continue;
    out.push_back({lines[first], first + 1, static_cast<std::size_t>(last - lines.begin()) - first + 1});
  }
  return out;
}

BOOST_AUTO_TEST_SUITE(functions)

BOOST_AUTO_TEST_CASE(none_is_longer_than_60_lines) {
  std::size_t found = 0;
  for (const auto& file : cpp_files()) {
    if (!is_product(file)) continue;
    for (const auto& one : functions_of(file.lines)) {
      ++found;
      BOOST_CHECK_MESSAGE(one.count <= max_length,
                          file.path << ":" << one.first << ": " << one.count << " lines: " << one.head);
    }
  }
  BOOST_TEST(found > 2'500u);
}

BOOST_AUTO_TEST_CASE(are_measured_from_their_heads_to_their_ends) {
  const auto found =
      functions_of({"namespace a {", "", "// Why.", "template <class T>", "int f(T a,", "      T b) {",
                    "  if (a) {", "  }", "}", "class c {", "  c() : x_(1) {", "    y();", "  }", "};", "}"});
  BOOST_TEST_REQUIRE(found.size() == 2u);
  BOOST_TEST(found[0].first == 4u);
  BOOST_TEST(found[0].count == 6u);
  BOOST_TEST(found[1].count == 3u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
