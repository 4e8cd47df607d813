#include "parsers/languages/go/packages.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::go {
namespace {

constexpr const char* listing =
    "example.com/m\t/w\tmain.go///\t0\t0\n"
    "example.com/m/a\t/w/a\ta.go//a_test.go/ext_test.go\t1\t1\n"
    "example.com/m/b\t/w/b\tb.go/c.go//x_test.go\t0\t1\n"
    "example.com/other\t/elsewhere/other\to.go/same.go///\t0\t0\n"
    "example.com/third\t/w/third\tsame.go///\t0\t0\n";

BOOST_AUTO_TEST_SUITE(go_packages_listing)

BOOST_AUTO_TEST_CASE(a_listing_gives_packages_by_path_and_by_folder) {
  const auto packages = package_list::parse(listing, "/w");
  BOOST_TEST(packages.all().size() == 5U);
  BOOST_TEST(packages.with_tests() == 2U);
  BOOST_REQUIRE(packages.find("example.com/m/a") != nullptr);
  BOOST_TEST(packages.find("example.com/m/a")->dir == "a");
  BOOST_TEST(packages.find("example.com/m/a")->files ==
                 (std::vector<std::string>{"a.go", "a_test.go", "ext_test.go"}),
             boost::test_tools::per_element());
  BOOST_TEST(packages.find("example.com/m")->dir == "");
  BOOST_TEST(packages.find("example.com/other")->dir == "/elsewhere/other");
  BOOST_TEST(packages.find("example.com/m/none") == nullptr);
  BOOST_TEST(packages.find_dir("/w/b") == packages.find("example.com/m/b"));
  BOOST_TEST(packages.find_dir("b") == packages.find("example.com/m/b"));
  BOOST_TEST(packages.find_dir("/w") == packages.find("example.com/m"));
  BOOST_TEST(packages.find_dir("/elsewhere/other") == packages.find("example.com/other"));
  BOOST_TEST(packages.find_dir("/w/none") == nullptr);
}

BOOST_AUTO_TEST_CASE(lines_that_name_no_package_are_skipped) {
  const auto packages = package_list::parse(
      "\n"
      "go: warning: something\n"
      "./...\t\t///\t0\t0\n"
      "example.com/cut\t/w/cut\n"
      "\t/w/x\tx.go\t0\t0\n"
      "example.com/m/a\t/w/a\ta.go///\t0\t0\n"
      "example.com/m/a\t/w/again\ta.go///\t0\t0",
      "/w");
  BOOST_REQUIRE(packages.all().size() == 1U);
  BOOST_TEST(packages.all().front().dir == "a");
}

// As a vendored assertion library is.
BOOST_AUTO_TEST_CASE(what_only_tests_of_other_packages_reach_below_internal_is_for_tests) {
  const auto packages = package_list::parse(
      "x.org/m\t/w\tm.go///\t0\t1\tfmt x.org/m/internal/vm\t testing x.org/m/internal/assert x.org/m\n"
      "x.org/m/api\t/w/api\ta.go///\t0\t0\tfmt\t\n"
      "x.org/m/internal/vm\t/w/internal/vm\tv.go///\t1\t0\tx.org/m/internal/ops\ttesting x.org/m/internal/assert\n"
      "x.org/m/internal/ops\t/w/internal/ops\to.go///\t0\t0\t\t\n"
      "x.org/m/internal/assert\t/w/internal/assert\ta.go///\t0\t0\tx.org/m/internal/diff\t\n"
      "x.org/m/internal/diff\t/w/internal/diff\td.go///\t0\t0\tfmt\t\n"
      "x.org/m/internal/new\t/w/internal/new\tn.go///\t1\t1\tfmt\ttesting x.org/m/internal/new\n",
      "/w");
  std::string out;
  for (const auto& one : packages.all())
    if (one.is_for_tests) out += one.dir + " ";
  BOOST_TEST(out == "internal/assert internal/diff ");
}

BOOST_AUTO_TEST_CASE(a_setup_error_is_found_by_its_text_and_only_in_its_package) {
  const auto packages =
      package_list::parse(std::string{listing} +
                              "\texample.com/m/a\ta/a_test.go:7:2\t\"no required module provides package "
                              "x.com/n; to add it:\\n\\tgo get x.com/n\"\n"
                              "\texample.com/m/a\ta/a_test.go:6:2\t\"no required module provides package "
                              "x.com/m; to add it:\\n\\tgo get x.com/m\"\n"
                              "\texample.com/m/a\t\t\"without a place\"\n"
                              "\texample.com/m/a\ta/a_test.go:8:2\t\"\"\n"
                              "\texample.com/m/b\tb/x_test.go:3:8\t\"package \\\"q\\\" is not in std\"\n"
                              "\texample.com/m/none\tn_test.go:3:8\t\"gone\"\n",
                          "/w");
  const auto place = [&](const char* package, const char* text) {
    return packages.place_of_setup_error(package, text);
  };
  BOOST_TEST(packages.all().size() == 5U);
  BOOST_TEST(
      place("example.com/m/a", "no required module provides package x.com/m; to add it:\n\tgo get x.com/m") ==
      "a/a_test.go:6:2");
  BOOST_TEST(place("example.com/m/a", "without a place") == "");
  BOOST_TEST(place("example.com/m/a", "something else") == "");
  BOOST_TEST(place("example.com/m/b", "package \"q\" is not in std") == "b/x_test.go:3:8");
  BOOST_TEST(place("example.com/m/none", "gone") == "");
}

BOOST_AUTO_TEST_CASE(a_file_is_found_in_whatever_way_go_prints_it) {
  const auto packages = package_list::parse(listing, "/w");
  struct {
    const char* why;
    const char* package;
    const char* printed;
    const char* file;
  } const cases[] = {
      {"-fullpath", "example.com/m/a", "/w/a/a_test.go", "a/a_test.go"},
      {"outside of the root", "example.com/m/a", "/goroot/src/testing/testing.go",
       "/goroot/src/testing/testing.go"},
      {"base name, as before Go 1.21", "example.com/m/a", "a_test.go", "a/a_test.go"},
      {"the package at the root", "example.com/m", "main.go", "main.go"},
      {"a helper of another package", "example.com/m/a", "c.go", "b/c.go"},
      {"two packages have one", "example.com/m/a", "same.go", "same.go"},
      {"the own package goes first", "example.com/third", "same.go", "third/same.go"},
      {"nobody has it", "example.com/m/a", "none.go", "none.go"},
      {"-trimpath", "example.com/m/a", "example.com/m/b/b.go", "b/b.go"},
      {"-trimpath, external test package", "example.com/m/a", "example.com/m/a_test/ext_test.go",
       "a/ext_test.go"},
      {"-trimpath, standard library", "example.com/m/a", "runtime/panic.go", "runtime/panic.go"},
      {"a module outside", "example.com/other", "o.go", "/elsewhere/other/o.go"},
      {"compiler, root package", "example.com/m", "./main.go", "main.go"},
      {"compiler", "example.com/m/a", "a/a.go", "a/a.go"},
      {"compiler, module outside", "example.com/other", "../elsewhere/other/o.go", "/elsewhere/other/o.go"},
      {"nothing", "example.com/m/a", "", ""},
  };
  for (const auto& c : cases)
    BOOST_TEST_CONTEXT(c.why) BOOST_TEST(packages.resolve(c.package, c.printed) == c.file);
}

BOOST_AUTO_TEST_CASE(without_a_listing_nothing_is_guessed) {
  const auto packages = package_list::parse("", "/w");
  BOOST_TEST(packages.resolve("example.com/m", "a.go") == "a.go");
  BOOST_TEST(packages.resolve("example.com/m", "/w/a.go") == "a.go");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::go
