// Failures that are told while the tests run, from one question to the next.
#include "parsers/events/failure_text.hpp"
#include "tests/parsers/events/event_reading.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace covey::parsers {
namespace {

using namespace testing::events;

std::string failed(const std::string& name) {
  return R"({"e":"report","group":"t.py","name":")" + name +
         R"(","key":"k","outcome":"failed","failures":[{"kind":"assertion","message":"no"}]})" + "\n";
}

// The one that was told as failed has passed after all.
std::string corrected(const std::string& name) {
  return R"({"e":"report","group":"t.py","name":")" + name +
         R"(","key":"k","replaces":"failed","outcome":"passed"})" + "\n";
}

std::vector<std::string> names_of(const failures_so_far& found) {
  std::vector<std::string> out;
  for (const auto& one : found.list) out.push_back(one.id.name);
  return out;
}

using names = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(failures_since)

BOOST_AUTO_TEST_CASE(each_question_goes_on_behind_the_last_one) {
  const auto parser = make_event_output(options());
  parser->feed(stream::events, start + failed("a") + failed("b") + failed("c"));
  const auto first = parser->failures_since(0, 2);
  BOOST_TEST(names_of(first) == (names{"a", "b"}), boost::test_tools::per_element());
  BOOST_TEST(first.after == (std::vector<std::size_t>{1, 2}), boost::test_tools::per_element());
  BOOST_TEST(names_of(parser->failures_since(first.after[0], 9)) == (names{"b", "c"}),
             boost::test_tools::per_element());
  BOOST_TEST(names_of(parser->failures_since(first.next, 9)) == (names{"c"}),
             boost::test_tools::per_element());
  BOOST_TEST(parser->failures_since(99, 9).list.empty());
}

BOOST_AUTO_TEST_CASE(a_correction_does_not_hide_what_comes_after_it) {
  const auto parser = make_event_output(options());
  parser->feed(stream::events, start + failed("a") + failed("b"));
  const auto first = parser->failures_since(0, 9);
  parser->feed(stream::events, corrected("a") + failed("c"));
  BOOST_TEST(names_of(parser->failures_since(first.next, 9)) == (names{"c"}),
             boost::test_tools::per_element());
  BOOST_TEST(parser->now().found == 2u);
}

BOOST_AUTO_TEST_CASE(the_test_that_has_been_running_longest_is_known) {
  const auto begun = [](const std::string& name) {
    return R"({"e":"begin","group":"t.py","name":")" + name + R"(","key":")" + name + "\"}\n";
  };
  const auto parser = make_event_output(options());
  parser->feed(stream::events, start + begun("z") + begun("a"));
  BOOST_TEST(parser->now().running.ends_with("z"));
  BOOST_TEST(parser->now().current.ends_with("a"));
}

BOOST_AUTO_TEST_CASE(failures_find_the_places_at_which_they_were_told) {
  const auto parser = make_event_output(options());
  parser->feed(stream::events, start + failed("a") + failed("b"));
  const auto told = parser->failures_since(0, 9);
  parser->feed(stream::events, failed("a"));
  auto results = parser->finish({});
  set_found_places(results.failures, told);
  std::vector<std::size_t> places;
  for (const auto& one : results.failures) places.push_back(one.found_at);
  // The second failure of a name is not taken for the first one.
  BOOST_TEST_REQUIRE(places.size() >= 3u);
  BOOST_TEST(places[0] == 1u);
  BOOST_TEST(places[1] == 2u);
  BOOST_TEST(places[2] == 0u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
