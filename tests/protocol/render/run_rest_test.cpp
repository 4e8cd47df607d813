#include "protocol/render/run/answers.hpp"
#include "tests/protocol/render/sample_runs.hpp"

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;

// Of three failures of one cause and one of another, told up to a place.
parsers::finished_run run_with_places() {
  auto out = sample_run();
  out.results.totals = {.passed = 5, .failed = 4};
  out.results.failures.assign(4, sample_difference());
  for (std::size_t i = 0; i < 4; ++i) {
    auto& one = out.results.failures[i];
    one.id.name = "Test" + std::to_string(i);
    one.found_at = i + 1;
  }
  out.results.failures[1].message = "the lock is held";
  out.results.failures[1].expected = out.results.failures[1].actual = std::nullopt;
  return out;
}

std::size_t times(std::string_view what, std::string_view in) {
  std::size_t out = 0;
  for (auto at = in.find(what); at != std::string_view::npos; at = in.find(what, at + 1)) ++out;
  return out;
}

BOOST_AUTO_TEST_SUITE(run_rest)

// The next act can be an edit: that a cause was told while the run went on saves no turn.
BOOST_AUTO_TEST_CASE(each_cause_of_a_run_that_has_ended_has_its_place_and_difference) {
  const auto out = render_rest(run_with_places(), 2, 2s);
  BOOST_TEST(out.text.find("2 failure(s) since place 2; in all 4 of 2 causes") != std::string::npos,
             out.text);
  BOOST_TEST(out.text.find("2 like Test2") != std::string::npos, out.text);
  BOOST_TEST(out.text.find("1 more of it were told before") != std::string::npos, out.text);
  BOOST_TEST(times("mismatch", out.text) == 1u);
  BOOST_TEST(times("Test1", out.text) == 1u);
  BOOST_TEST(times("the lock is held", out.text) == 1u);
  BOOST_TEST(times("internal/bar/bar_test.go:87", out.text) == 2u);
  BOOST_TEST(out.text.find("exit: ") != std::string::npos);
  BOOST_TEST(out.structured.at("failures").as_array().size() == 2u);
  BOOST_TEST(out.structured.at("causes").as_array().size() == 2u);
  check_schema(out, status_schema);
}

BOOST_AUTO_TEST_CASE(without_news_the_causes_are_told_all_the_same) {
  const auto out = render_rest(run_with_places(), 4, 2s);
  BOOST_TEST(out.text.find("no failure since place 4; in all 4 of 2 causes") != std::string::npos, out.text);
  BOOST_TEST(times("mismatch", out.text) == 1u);
  BOOST_TEST(out.structured.at("failures").as_array().size() == 2u);
}

// A crash, say, or a run that nobody had asked about.
BOOST_AUTO_TEST_CASE(what_only_the_end_has_told_is_new_wherever_the_caller_was) {
  auto run = run_with_places();
  run.results.failures[0].found_at = 0;
  const auto out = render_rest(run, 4, 2s);
  BOOST_TEST(out.text.find("1 failure(s) since place 4") != std::string::npos, out.text);
  BOOST_TEST(out.text.find("Test0") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
