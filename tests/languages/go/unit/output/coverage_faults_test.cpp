#include "parsers/languages/go/output/coverage_faults.hpp"
#include "tests/languages/go/unit/output/script.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::go {
namespace {

using testing::script;

bool is_blamed(const script& said) {
  coverage_faults faults;
  for (const char byte : said.text()) faults.feed({&byte, 1});
  return !faults.packages().empty();
}

script unbuilt(const std::string& text) {
  return script()
      .line(R"({"ImportPath":"p.test","Action":"build-output","Output":"# p.test\n"})")
      .line(R"({"ImportPath":"p.test","Action":"build-output","Output":")" + text + R"(\n"})")
      .line(R"({"Action":"fail","Package":"p","Elapsed":0,"FailedBuild":"p.test"})");
}

BOOST_AUTO_TEST_SUITE(go_coverage_faults)

BOOST_AUTO_TEST_CASE(a_package_whose_coverage_could_not_be_written_is_blamed_on_it) {
  for (const auto* said : {"error generating coverage report: no such file\n", "internal error in coverage meta-data tracking:\n",
                           "error: coverage meta-data emit failed: permission denied\n"}) {
    BOOST_TEST(is_blamed(script().passes("TestA").says({}, said).package("fail")), said);
    BOOST_TEST(is_blamed(script().event("run", "TestA").says("TestA", said).package("fail")), said);
    BOOST_TEST(!is_blamed(script().passes("TestA").says({}, said).package("pass")), said);
  }
  BOOST_TEST(!is_blamed(script().fails("TestA", "    a_test.go:8: coverage is 3\n").package("fail")));
}

BOOST_AUTO_TEST_CASE(what_os_exit_says_counts_where_a_test_has_heard_it) {
  BOOST_TEST(is_blamed(script().fails("TestA", "    a_test.go:8: program not built with -cover\n").package("fail")));
  BOOST_TEST(!is_blamed(script().event("run", "TestA").says("TestA", "program not built with -cover\n").event("fail", "TestA").event("fail")));
}

BOOST_AUTO_TEST_CASE(a_build_is_blamed_on_it_where_no_source_is) {
  BOOST_TEST(is_blamed(unbuilt("p.f: nosplit stack over 792 byte limit")));
  BOOST_TEST(is_blamed(unbuilt("go: no such tool \\\"covdata\\\"")));
  BOOST_TEST(!is_blamed(unbuilt("./a.go:3:2: undefined: x")));
  BOOST_TEST(is_blamed(unbuilt("./a.go:3:2: goCover_1 redeclared")));
}

BOOST_AUTO_TEST_CASE(others_that_failed_are_counted) {
  coverage_faults faults;
  faults.feed(unbuilt("no room").text());
  BOOST_TEST(!faults.others_failed());
  faults.feed(script().fails("TestA", "no\n").package("fail").text());
  BOOST_TEST(faults.others_failed());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::go
