#define BOOST_TEST_MODULE covey
#define BOOST_TEST_NO_MAIN
#include "tests/support/skip.hpp"
#include <boost/test/unit_test.hpp>

int main(int count, char** arguments) {
  const int code = boost::unit_test::unit_test_main(&init_unit_test, count, arguments);
  return code == 0 && covey::testing::has_skipped ? covey::testing::skipped_code : code;
}
