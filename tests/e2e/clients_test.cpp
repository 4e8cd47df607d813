// What the official clients check of a server, in every revision.
#include "tests/e2e/client_scenario.hpp"
#include "tests/support/answers.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

struct shop_fixture : covey_fixture {
  // A copy: the tree of the project itself stays out of reach.
  void use_example() {
    std::filesystem::copy(COVEY_SOURCE_DIR "/examples/go", workspace(),
                          std::filesystem::copy_options::recursive);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(clients, shop_fixture)

BOOST_AUTO_TEST_CASE(a_legacy_client_is_served_on_the_go_example, *utf::precondition(has_go)) {
  use_example();
  play_client_scenario(start_open("2025-11-25"));
}

BOOST_AUTO_TEST_CASE(a_modern_client_is_served_on_the_go_example, *utf::precondition(has_go)) {
  use_example();
  play_client_scenario(start_open(modern_revision));
}

BOOST_AUTO_TEST_CASE(the_first_revision_is_served) {
  use_fake_go("steady:1");
  play_client_scenario(start_open("2024-11-05"));
}

BOOST_AUTO_TEST_CASE(the_revision_of_march_2025_is_served) {
  use_fake_go("steady:1");
  play_client_scenario(start_open("2025-03-26"));
}

BOOST_AUTO_TEST_CASE(the_revision_of_june_2025_is_served) {
  use_fake_go("steady:1");
  play_client_scenario(start_open("2025-06-18"));
}

// The counts and failures that the example's own description gives.
BOOST_AUTO_TEST_CASE(the_go_example_gives_what_its_readme_says, *utf::precondition(has_go)) {
  use_example();
  auto& server = start_open();
  const auto schemas = output_schemas(server);
  const auto run = server.call("run_tests", {{"output", "summary"}});
  check_answer(schemas, "run_tests", run);
  BOOST_TEST(status_of(run) == "failed");
  BOOST_TEST(counts_of(run) == "passed 26, failed 3, skipped 1, errors 0");
  BOOST_TEST(last_line(text_of(run)) == "exit: 1");
  const std::vector<std::string> failing = {"example.com/shop/delivery/TestLateOrder",
                                            "example.com/shop/price/TestBulk/100_pieces:_5_%_/_10_%",
                                            "example.com/shop/price/TestCouponWithSpaces"};
  auto listed = failures_now(server);
  std::sort(listed.begin(), listed.end());
  BOOST_TEST(listed == failing, boost::test_tools::per_element());

  const auto covering = server.call("tests_covering", {{"file", "internal/money/money.go"}, {"line", 10}});
  check_answer(schemas, "tests_covering", covering);
  const bool by_price = text_of(covering).find("example.com/shop/price:\n") != std::string::npos;
  BOOST_TEST(by_price == go_covers_across_packages(), text_of(covering));
  BOOST_TEST(text_of(covering).find("example.com/shop/cart:\n") == std::string::npos, text_of(covering));
  const auto rerun = server.call("run_failing_tests");
  check_answer(schemas, "run_failing_tests", rerun);
  BOOST_TEST(counts_of(rerun) == "passed 2, failed 3, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(the_example_is_not_written_to, *utf::precondition(has_go)) {
  use_example();
  const auto before = snapshot_of(workspace());
  auto& server = start_open();
  server.call("run_tests");
  server.call("run_failing_tests");
  server.call("tests_covering", {{"file", "price/price.go"}});
  BOOST_CHECK(snapshot_of(workspace()) == before);
}

BOOST_AUTO_TEST_SUITE_END()
