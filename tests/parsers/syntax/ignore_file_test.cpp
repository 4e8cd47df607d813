// .gitignore patterns, as git reads them.
#include "parsers/syntax/ignore_file.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

using namespace covey::parsers;

namespace {

// "path" or "folder/": what becomes of it.
std::string verdict(std::string_view rules, std::string path) {
  const bool is_folder = path.ends_with('/');
  if (is_folder) path.pop_back();
  switch (ignore_file{rules}.judge(path, is_folder)) {
    case ignore_verdict::ignored:
      return "ignored";
    case ignore_verdict::kept:
      return "kept";
    case ignore_verdict::none:
      break;
  }
  return "none";
}

struct row {
  std::string_view rules;
  std::string path;
  std::string_view expected;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(ignore_files)

BOOST_AUTO_TEST_CASE(patterns) {
  const row table[] = {
      {"*.log", "a.log", "ignored"},
      {"*.log", "deep/er/a.log", "ignored"},
      {"*.log", "a.logs", "none"},
      {"build", "build/", "ignored"},
      {"build", "src/build", "ignored"},
      {"build/", "src/build", "none"},
      {"build/", "src/build/", "ignored"},
      {"/build", "build/", "ignored"},
      {"/build", "src/build/", "none"},
      {"src/build", "src/build/", "ignored"},
      {"src/build", "x/src/build/", "none"},
      {"**/logs", "logs/", "ignored"},
      {"**/logs", "a/b/logs/", "ignored"},
      {"logs/**", "logs/a/b", "ignored"},
      {"logs/**", "logs/", "none"},
      {"a/**/b", "a/b", "ignored"},
      {"a/**/b", "a/x/y/b", "ignored"},
      {"a/**/b", "a/x/c", "none"},
      {"a/**/**/b", "a/b", "ignored"},
      {"a*/b", "ab/c/b", "none"},
      {"foo?.txt", "foo1.txt", "ignored"},
      {"foo?.txt", "foo/.txt", "none"},
      {"[a-c]x", "bx", "ignored"},
      {"[!a-c]x", "bx", "none"},
      {"[!a-c]x", "dx", "ignored"},
      {"[]]x", "]x", "ignored"},
      {"[a", "[a", "none"},  // git: nothing fits what is not ended
      {"a\\", "a\\", "none"},
      {"[[:alpha:]]x", "bx", "ignored"},
      {"[[:alpha:]]x", "1x", "none"},
      {"[^[:upper:][:digit:]_]", "b", "ignored"},
      {"[^[:upper:][:digit:]_]", "7", "none"},
      {"[[:none:]a]", "a", "none"},
      {"[[:]", ":", "ignored"},
      {"[a-\\]]", "b", "none"},
      {"[\\a-c]", "b", "ignored"},
      {"[a-]", "-", "ignored"},
      {"\\#name", "#name", "ignored"},
      {"#name", "#name", "none"},
      {"\\!name", "!name", "ignored"},
      {"a\\*b", "a*b", "ignored"},
      {"a\\*b", "axb", "none"},
      {"name  ", "name", "ignored"},
      {"name\\ ", "name ", "ignored"},
      {"name\r\n", "name", "ignored"},
      {"\xEF\xBB\xBFname", "name", "ignored"},
      {"*\n!keep", "keep", "kept"},
      {"!keep\n*", "keep", "ignored"},
      {"\n\n  \n", "x", "none"},
      {"/", "x", "none"},
      {"*", "x", "ignored"},
      {"a/", "a/b", "none"},
      {"*//", "a/", "none"},
      {"a\\/b", "a/b", "ignored"},
      {"a//b", "a/b", "none"},
      {"naïve*", "naïve.txt", "ignored"},
  };
  for (const auto& [rules, path, expected] : table)
    BOOST_TEST(verdict(rules, path) == expected, rules << " of " << path);
}

BOOST_AUTO_TEST_CASE(many_stars_take_no_time) {
  std::string pattern, name;
  for (int i = 0; i < 100; ++i) pattern += "a*";
  for (int i = 0; i < 250; ++i) name += "aa";
  BOOST_TEST(verdict(pattern + "b", name) == "none");
  std::string folders = "**", path = "a";
  for (int i = 0; i < 100; ++i) folders += "/a/**";
  for (int i = 0; i < 2000; ++i) path += "/a";
  BOOST_TEST(verdict(folders + "/b", path) == "none");
}

BOOST_AUTO_TEST_CASE(of_a_long_line_nothing_is_kept) {
  BOOST_TEST(verdict(std::string(ignore_file::max_bytes + 1, 'a'),
                     std::string(ignore_file::max_bytes + 1, 'a')) == "none");
}

BOOST_AUTO_TEST_SUITE_END()
