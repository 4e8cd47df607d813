#include "protocol/given_up.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;

given_up_call seventh() {
  return {.tool = "run_tests", .after = 300s, .run = 7, .done = 812, .failed = 3, .total = 1400};
}

BOOST_AUTO_TEST_SUITE(given_up)

BOOST_AUTO_TEST_CASE(it_says_what_the_run_had_found_and_where_that_is) {
  auto call = seventh();
  BOOST_TEST(
      given_up_line(call) ==
      "run 7 was given up by its client after 300 s: 812/1400, 3 failed; run_status {\"run\": 7} has them; "
      "pass a shorter wait");
  call.goes_on = true;
  BOOST_TEST(given_up_line(call).find("3 failed, and went on for up to a minute; run_status") !=
             std::string::npos);
  call.run = 0;
  BOOST_TEST(
      given_up_line(call) ==
      "run_tests was given up by its client after 300 s, before its run had begun; call it again with a "
      "shorter wait");
}

BOOST_AUTO_TEST_CASE(they_are_told_once_and_the_earliest_of_many_are_counted) {
  given_up_calls calls;
  BOOST_TEST(calls.empty());
  BOOST_TEST(calls.take() == "");
  for (std::uint64_t id = 1; id <= 7; ++id) {
    auto call = seventh();
    call.run = id;
    calls.add(call);
  }
  const auto told = calls.take();
  BOOST_TEST(told.starts_with("2 earlier calls were given up by their client too\nrun 3 was given up"));
  BOOST_TEST(told.find("\nrun 7 was given up") != std::string::npos);
  BOOST_TEST(!told.ends_with("\n"));
  BOOST_TEST(calls.take() == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
