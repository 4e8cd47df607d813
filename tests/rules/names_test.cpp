// Where the names of languages and their tools may stand.
#include "tests/rules/source_tree.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string>
#include <string_view>

using namespace covey::testing;

namespace {

const std::set<std::string, std::less<>> names = {
    "golang", "rust", "cargo", "rustc",  "libtest", "python", "pytest", "unittest", "django",
    "julia",  "jest", "mocha", "vitest", "ava",     "borp",   "deno",   "npm",      "nodejs"};

bool is_of_a_language(const std::string& path) {
  for (const std::string above : {"parsers/languages/", "shims/"})
    if (path.starts_with(above) && path.find('/', above.size()) != std::string::npos) return true;
  // Formats of reports and grammars have names of their own, which may hold a language's.
  return path.starts_with("parsers/coverage/formats/") || path.starts_with("parsers/syntax/tree.");
}

bool is_catalogue(const std::string& path) {
  return path == "parsers/languages/catalogue.cpp" || path == "shims/catalogue.cpp";
}

// The words of a line's code: of its identifiers and texts, in small letters.
std::vector<std::string> words_of(std::string line) {
  line.erase(std::min(line.find("//"), line.size()));
  std::vector<std::string> out(1);
  for (const char letter : line) {
    const auto c = static_cast<unsigned char>(letter);
    if (std::isalpha(c) != 0)
      out.back() += static_cast<char>(std::tolower(c));
    else if (!out.back().empty())
      out.emplace_back();
  }
  return out;
}

// "go", "node" and "bun" are words besides: as a text they are a language's name, or before their namespace.
bool names_a_common_word(const std::string& line) {
  static constexpr std::array<std::string_view, 8> forms = {
      R"("go")", R"("node")", R"("bun")", "go::", "node::", "__go", "languages/go", "languages/node"};
  const auto code = line.substr(0, line.find("//"));
  return std::any_of(forms.begin(), forms.end(),
                     [&](auto form) { return code.find(form) != std::string::npos; });
}

BOOST_AUTO_TEST_SUITE(names_of_languages)

BOOST_AUTO_TEST_CASE(stand_in_their_wings_and_the_catalogues_alone) {
  std::size_t looked_at = 0;
  for (const auto& file : cpp_files()) {
    if (!is_product(file) || is_of_a_language(file.path) || is_catalogue(file.path)) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const auto& line = file.lines[i];
      ++looked_at;
      for (const auto& word : words_of(line))
        BOOST_CHECK_MESSAGE(!names.contains(word), file.path << ":" << i + 1 << ": " << line);
      BOOST_CHECK_MESSAGE(!names_a_common_word(line), file.path << ":" << i + 1 << ": " << line);
    }
  }
  BOOST_TEST(looked_at > 20'000u);
}

BOOST_AUTO_TEST_CASE(are_found_where_they_stand) {
  BOOST_TEST(words_of(R"(  if (name == "rust") use(cargo_job);  // python)") ==
                 (std::vector<std::string>{"if", "name", "rust", "use", "cargo", "job", ""}),
             boost::test_tools::per_element());
  BOOST_TEST(names_a_common_word(R"(return language == "go";)"));
  BOOST_TEST(!names_a_common_word("auto node = files.extract(path);  // \"node\""));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
