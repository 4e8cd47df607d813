#include "parsers/model/last_passes.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

namespace covey::parsers {
namespace {

finished_run made(std::uint64_t id, const std::vector<std::string>& passed,
                  const std::vector<std::string>& failed, run_scope scope = run_scope::whole) {
  finished_run out;
  out.id = id;
  out.language = "go";
  out.scope = scope;
  out.ending.kind = run_ending::kind_type::exited;
  for (const auto& name : passed) out.results.tests.push_back({{"p", name}, outcome::passed});
  for (const auto& name : failed) {
    out.results.tests.push_back({{"p", name}, outcome::failed});
    failure one;
    one.id = {"p", name};
    out.results.failures.push_back(one);
  }
  return out;
}

std::uint64_t passed_in(const finished_run& run, std::size_t at = 0) {
  const auto& pass = run.results.failures.at(at).passed;
  return pass ? pass->run : 0;
}

BOOST_AUTO_TEST_SUITE(last_passes)

BOOST_AUTO_TEST_CASE(a_test_passed_in_the_run_before_or_when_it_last_did) {
  const auto first = made(1, {"a", "b"}, {});
  auto second = made(2, {"b"}, {"a"}), third = made(3, {}, {"a", "b"});
  remember_passes(first, second);
  BOOST_TEST(passed_in(second) == 1u);
  remember_passes(second, third);
  BOOST_TEST(passed_in(third, 0) == 1u);  // it failed in run 2 already
  BOOST_TEST(passed_in(third, 1) == 2u);
}

BOOST_AUTO_TEST_CASE(one_that_the_run_before_left_out_passed_in_the_latest_whole_run) {
  const auto first = made(1, {"a", "b"}, {});
  auto second = made(2, {"b"}, {}, run_scope::selected), third = made(3, {"b"}, {"a"});
  remember_passes(first, second);
  remember_passes(second, third);
  BOOST_TEST(passed_in(third) == 1u);
}

BOOST_AUTO_TEST_CASE(a_whole_run_in_which_something_failed_is_no_such_run) {
  const auto first = made(1, {"b"}, {"a"});
  auto second = made(2, {"a"}, {}, run_scope::failing), third = made(3, {"b"}, {}, run_scope::selected),
       fourth = made(4, {"b"}, {"a"});
  remember_passes(first, second);
  remember_passes(second, third);
  remember_passes(third, fourth);
  BOOST_TEST(passed_in(fourth) == 0u);
}

BOOST_AUTO_TEST_CASE(what_has_always_failed_has_no_such_run) {
  const auto first = made(1, {}, {"a"});
  auto second = made(2, {}, {"a"});
  remember_passes(first, second);
  BOOST_TEST(passed_in(second) == 0u);
}

BOOST_AUTO_TEST_CASE(a_run_of_another_language_says_nothing_of_it) {
  auto first = made(1, {"a"}, {}), second = made(2, {}, {}), third = made(3, {}, {"a"});
  second.language = "rust";
  remember_passes(first, second);
  remember_passes(second, third);
  BOOST_TEST(passed_in(third) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
