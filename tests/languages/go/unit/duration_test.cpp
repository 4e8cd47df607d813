#include "parsers/languages/go/test_command.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::go {
namespace {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(go_durations)

BOOST_AUTO_TEST_CASE(are_read_as_go_writes_them) {
  BOOST_CHECK(read_duration("4m55s") == 295s);
  BOOST_CHECK(read_duration("10m0s") == 10min);
  BOOST_CHECK(read_duration("1h0m1.5s") == 3'601'500ms);
  BOOST_CHECK(read_duration("250ms") == 250ms);
  BOOST_CHECK(read_duration("2500µs") == 2ms);
  BOOST_CHECK(read_duration("0") == 0ms);
  BOOST_CHECK(read_duration("0s") == 0ms);
}

BOOST_AUTO_TEST_CASE(what_is_none_is_not_read) {
  for (const auto* text : {"", "5", "s", "-5s", "5s ", "infs", "nans", "1e3s", "5m5", "99999999999999h"})
    BOOST_TEST(!read_duration(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(are_written_in_whole_numbers) {
  BOOST_TEST(write_duration(295s) == "295s");
  BOOST_TEST(write_duration(1800ms) == "1800ms");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::go
