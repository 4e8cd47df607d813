#include "actors/shared_filter.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::actors {
namespace {

BOOST_AUTO_TEST_SUITE(shared_filters)

BOOST_AUTO_TEST_CASE(a_filter_learns_secrets_and_so_do_its_copies) {
  const shared_filter filter{{{"MY_TOKEN", "hunter2-hunter2"}}};
  const auto copy = filter;
  filter.learn(
      {{"DB_PASSWORD", "correct-horse"}, {"PLAIN", "not-a-secret"}, {"MY_TOKEN", "another-one-now"}});
  BOOST_TEST(copy.now().text("hunter2-hunter2 correct-horse not-a-secret") ==
             "‹MY_TOKEN› ‹DB_PASSWORD› not-a-secret");
  BOOST_TEST(copy.now().text("another-one-now").find("another") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(one_that_shows_all_learns_nothing) {
  const shared_filter shows_all;
  shows_all.learn({{"DB_PASSWORD", "correct-horse"}});
  BOOST_TEST(shows_all.now().text("correct-horse") == "correct-horse");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::actors
