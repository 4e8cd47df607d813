#include "parsers/text/path.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

BOOST_AUTO_TEST_SUITE(path)

BOOST_AUTO_TEST_CASE(a_normal_path_has_no_empty_and_no_dot_components) {
  const std::pair<const char*, const char*> cases[] = {
      {"a/b.go", "a/b.go"},
      {"./a//b/../c", "a/c"},
      {"/a/./b/", "/a/b"},
      {"../x", "../x"},
      {"a/../../x", "../x"},
      {"/../x", "/x"},
      {"/", "/"},
      {".", ""},
      {"", ""},
      {"..", ".."},
  };
  for (const auto& [given, normal] : cases) BOOST_TEST(normal_path(given) == normal);
}

BOOST_AUTO_TEST_CASE(a_path_is_below_a_root_only_at_a_component_border) {
  BOOST_TEST(path_below("/w", "/w/a/b").value() == "a/b");
  BOOST_TEST(path_below("/w", "/w").value() == "");
  BOOST_TEST(path_below("/", "/a").value() == "a");
  BOOST_TEST(!path_below("/w", "/w2/a").has_value());
  BOOST_TEST(!path_below("/w", "/").has_value());
  BOOST_TEST(!path_below("/w", "w/a").has_value());
}

BOOST_AUTO_TEST_CASE(a_bare_name_has_no_folder) {
  BOOST_TEST(base_name("a/b/c.go") == "c.go");
  BOOST_TEST(folder_name("a/b/c.go") == "a/b");
  BOOST_TEST(base_name("c.go") == "c.go");
  BOOST_TEST(folder_name("c.go") == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
