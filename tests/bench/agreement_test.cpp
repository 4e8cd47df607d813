// No figure of a reader that does nothing, or something else.
#include "bench/parsers/agreement.hpp"
#include <boost/test/unit_test.hpp>
#include <stdexcept>

using namespace covey::bench;

namespace {

reader finding(std::string name, counts found) {
  return {std::move(name), [found = std::move(found)](std::string_view) { return found; }};
}

counts agreed_on(const counts& expected, std::vector<reader> readers) {
  return agreed({"format/made", "events", 0, {}, std::move(readers)}, {"bytes", expected});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(agreement)

BOOST_AUTO_TEST_CASE(readers_that_find_the_same_agree) {
  const auto known = agreed_on({{"events", 3}}, {finding("covey", {{"events", 3}, {"text", 40}}),
                                                 finding("dom", {{"text", 40}, {"lines", 4}})});
  BOOST_CHECK((known == counts{{"events", 3}, {"lines", 4}, {"text", 40}}));
}

BOOST_AUTO_TEST_CASE(a_reader_that_finds_something_else_is_told_of) {
  const auto names_both = [](const std::runtime_error& problem) {
    const std::string text = problem.what();
    return text.find("dom finds text 39") != std::string::npos && text.find("others 40") != std::string::npos;
  };
  BOOST_CHECK_EXCEPTION(agreed_on({{"events", 3}}, {finding("covey", {{"events", 3}, {"text", 40}}),
                                                    finding("dom", {{"text", 39}})}),
                        std::runtime_error, names_both);
}

BOOST_AUTO_TEST_CASE(what_the_input_is_known_to_hold_has_to_be_found) {
  BOOST_CHECK_THROW(agreed_on({{"events", 3}}, {finding("covey", {{"events", 2}})}), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(a_reader_that_finds_nothing_proves_nothing) {
  BOOST_CHECK_THROW(agreed_on({{"events", 0}}, {finding("covey", {{"events", 0}})}), std::runtime_error);
  BOOST_CHECK_THROW(agreed_on({{"events", 3}}, {finding("covey", {})}), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(a_reader_whose_counts_nobody_shares_proves_nothing) {
  BOOST_CHECK_THROW(
      agreed_on({{"events", 3}}, {finding("covey", {{"events", 3}}), finding("dom", {{"own", 1}})}),
      std::runtime_error);
}

BOOST_AUTO_TEST_SUITE_END()
