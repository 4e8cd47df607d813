#include "parsers/coverage/unit_lines_collector.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(unit_facts)

BOOST_AUTO_TEST_CASE(lines_of_all_files_are_counted_and_single_tests_have_their_time) {
  coverage data;
  data.units = {{"p", {"a"}}, {"p", {"b", "c"}}, {"p", {}}};
  data.files["x"].by_unit = {{0, {{1, 3}, {7, 7}}}, {1, {{1, 3}, {7, 7}}}};
  data.files["y"].by_unit = {{0, {{5, 5}}}, {2, {{1, 100}}}};
  run_results results;
  results.tests = {{{"p", "a"}, outcome::passed, 7ms}, {{"p", "b"}, outcome::passed, 9ms}};
  add_unit_facts(data, results);
  BOOST_TEST(data.units[0].lines == 5U);
  BOOST_TEST(data.units[1].lines == 4U);
  BOOST_TEST(data.units[2].lines == 100U);
  BOOST_CHECK(data.units[0].duration == 7ms);
  BOOST_CHECK(data.units[1].duration == 0ms);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
