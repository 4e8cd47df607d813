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

// The way agents work: the test before the function, of which the first run cannot even be built.
BOOST_FIXTURE_TEST_CASE(go_reruns_name_the_function_that_was_just_written, language_fixture,
                        *boost::unit_test::precondition(needs_program("go"))) {
  const std::string cart = "package cart\n\nfunc Subtotal(prices ...int) int {\n\tout := 0\n\tfor _, one := range prices {\n"
                           "\t\tout += one\n\t}\n\treturn out\n}\n";
  const std::string known = "package cart\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) {\n\tif Subtotal(1) != 1 {\n"
                            "\t\tt.Fatal(Subtotal(1))\n\t}\n}\n";
  write_file(workspace() + "/go.mod", "module example.com/cart\n\ngo 1.19\n");
  write_file(workspace() + "/cart.go", cart);
  write_file(workspace() + "/cart_test.go", known);
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 0, skipped 0, errors 0");
  write_file(workspace() + "/cart_test.go",
             known + "\nfunc TestDiscount(t *testing.T) {\n\tt.Run(\"ten\", func(t *testing.T) {\n"
                     "\t\tif got := Discount(Subtotal(10)); got != 9 {\n\t\t\tt.Errorf(\"got %d\", got)\n\t\t}\n\t})\n}\n");
  answer_of("run_testfiles", {{"files", json::array{"cart_test.go"}}});
  write_file(workspace() + "/cart.go",
             cart + "\n// Discount takes a tenth off.\nfunc Discount(price int) int {\n\treturn price + price/10\n}\n");
  const auto answer = json::serialize(run_failing_tests());
  BOOST_TEST(answer.find("cart.go:12 Discount — run by") != answer.npos, answer);
  BOOST_TEST(answer.find("edited since run 1\\n12 func Discount(price int) int {\\n13 return price + price/10") != answer.npos, answer);
}
