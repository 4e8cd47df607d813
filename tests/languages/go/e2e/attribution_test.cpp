// Which tests of a package ran a line.
#include "tests/languages/common/e2e/language_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

using namespace covey::testing;

namespace {

using strings = std::vector<std::string>;

struct attribution_fixture : language_fixture {
  attribution_fixture() { use_project("go/attribution"); }

  // Without their package.
  strings tests_of(const std::string& file, std::uint32_t line) {
    auto out = covering(file, line);
    for (auto& name : out) name.erase(0, name.find(": ") + 2);
    return out;
  }
};

}  // namespace

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(needs_program("go")))
BOOST_FIXTURE_TEST_SUITE(go_attribution, attribution_fixture)

BOOST_AUTO_TEST_CASE(each_line_has_the_tests_that_ran_it) {
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 12, failed 1, skipped 0, errors 0");
  const std::pair<std::uint32_t, strings> lines[] = {
      {8, {}},  // at load
      {11, {"TestPrice/few", "TestPrice/many_/_all"}},
      {13, {"TestPrice/many_/_all"}},  // what a test's child runs is not measured
      {15, {"TestPrice/few"}},
      {19, {"ExampleLabel", "TestPrice"}},
      {23, {"FuzzParse/seed#0", "FuzzParse/seed#1"}},
      {25, {"FuzzParse/seed#1"}},
      {31, {}},  // by TestMain
      {35, {"TestBeside", "TestTogether"}}};
  for (const auto& [line, tests] : lines)
    BOOST_TEST(tests_of("shop/shop.go", line) == tests, boost::test_tools::per_element());
  BOOST_TEST(ran("shop/shop.go", 8));
  BOOST_TEST(ran("shop/shop.go", 31));
  // A panic took the profile of its package along.
  BOOST_TEST(tests_of("crash/crash.go", 4) == (strings{"TestHalf"}), boost::test_tools::per_element());
  BOOST_TEST(tests_of("crash/crash.go", 8) == (strings{"TestPut"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
