// What the go command says of packages that do not build, as Go 1.26 words it.
#include "tests/languages/go/unit/output/recording.hpp"
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

using namespace covey::parsers;
using namespace covey::parsers::languages::go;
using namespace covey::parsers::testing;

namespace {

class build {
 public:
  build& says(std::string_view unit, std::string_view text) {
    return add({{"ImportPath", unit}, {"Action", "build-output"}, {"Output", std::string{text} + "\n"}});
  }
  build& breaks(std::string_view package, std::string_view unit, std::string_view how = "build failed") {
    add({{"Action", "start"}, {"Package", package}});
    add({{"Action", "output"},
         {"Package", package},
         {"Output", "FAIL\t" + std::string{package} + " [" + std::string{how} + "]\n"}});
    return add({{"Action", "fail"}, {"Package", package}, {"FailedBuild", unit}});
  }
  run_results results() const {
    const auto* listing =
        "m/a\t/w/a\ta.go//a_test.go/\t1\t0\t\nm/b\t/w/b\tb.go//b_test.go/\t1\t0\t\n"
        "m/c\t/w/c\tc.go///c_test.go\t0\t1\t\n";
    return read({text_, {}, std::make_shared<const package_list>(package_list::parse(listing, "/w"))},
                exited(1));
  }

 private:
  build& add(const boost::json::object& event) {
    text_ += boost::json::serialize(event) + "\n";
    return *this;
  }
  std::string text_;
};

const failure& only(const run_results& results) {
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  return results.failures.front();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(go_builds)

BOOST_AUTO_TEST_CASE(a_vet_failure_of_an_external_test_package_is_that_of_what_it_tests) {
  const auto results = build()
                           .says("m/c_test [m/c.test]", "# m/c_test")
                           .says("m/c_test [m/c.test]", "# [m/c_test]")
                           .says("m/c_test [m/c.test]", "c/c_test.go:5:36: Logf format %d has the wrong type")
                           .breaks("m/c", "m/c_test [m/c.test]")
                           .results();
  BOOST_TEST(only(results).id.group == "m/c");
  BOOST_TEST(only(results).also_failed.empty());
  BOOST_TEST(only(results).where.file == "c/c_test.go");
}

BOOST_AUTO_TEST_CASE(a_missing_dependency_is_said_once_with_all_that_need_it) {
  build run;
  for (const auto* package : {"m/a", "m/b", "m/c"})
    run.says("x.com/y", std::string{"# "} + package)
        .says("x.com/y", "a/a.go:3:8: no required module provides package x.com/y; to add it:")
        .says("x.com/y", "\tgo get x.com/y")
        .breaks(package, "x.com/y", "setup failed");
  const auto results = run.results();
  const auto& one = only(results);
  BOOST_TEST(one.id.group == "m/a");
  BOOST_TEST(one.message ==
             "a/a.go:3:8: no required module provides package x.com/y; to add it:\n\tgo get x.com/y");
  BOOST_TEST(one.also_failed == (std::vector<std::string>{"m/b", "m/c"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_line_that_a_compiler_says_twice_stays_said_twice) {
  const auto results = build()
                           .says("m/a", "# m/a")
                           .says("m/a", "a/a.go:1:1: x")
                           .says("m/a", "\tmore")
                           .says("m/a", "a/a.go:2:1: y")
                           .says("m/a", "\tmore")
                           .breaks("m/a", "m/a")
                           .results();
  BOOST_TEST(only(results).message == "a/a.go:1:1: x\n\tmore\na/a.go:2:1: y\n\tmore");
}

BOOST_AUTO_TEST_CASE(the_cover_tools_path_is_told_from_the_root) {
  const auto results =
      build()
          .says("m/a [m/a.test]", "# m/a")
          .says("m/a [m/a.test]", "# [/goroot/pkg/tool/cover -mode set /w/a/a.go]")
          .says("m/a [m/a.test]", "2026/11/22 15:57:44 cover: ../w/a/a.go: ../w/a/a.go:3:26: expected '}'")
          .breaks("m/a", "m/a [m/a.test]")
          .results();
  BOOST_TEST(only(results).message == "a/a.go:3:26: expected '}'");
  BOOST_TEST(only(results).where.file == "a/a.go");
}

BOOST_AUTO_TEST_CASE(the_compilers_words_go_before_those_of_the_cover_tool) {
  const auto results =
      build()
          .says("m/a [m/a.test]", "# m/a")
          .says("m/a [m/a.test]", "2026/11/22 15:57:44 cover: /w/a/a.go: /w/a/a.go:3:26: expected '}'")
          .says("m/a", "# m/a")
          .says("m/a", "a/a.go:4:1: syntax error: unexpected EOF, expected }")
          .breaks("m/a", "m/a [m/a.test]")
          .breaks("m/b", "m/a")
          .results();
  BOOST_TEST(only(results).message == "a/a.go:4:1: syntax error: unexpected EOF, expected }");
  BOOST_TEST(only(results).where.line == 4U);
  BOOST_TEST(only(results).also_failed.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
