#include "parsers/coverage/formats/format.hpp"
#include "parsers/model/coverage.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

namespace covey::parsers {
namespace {

BOOST_AUTO_TEST_SUITE(lenient_count)

BOOST_AUTO_TEST_CASE(counts_are_read_as_tools_write_them) {
  constexpr std::uint64_t untouched = 77;
  struct {
    std::string text;
    count_kind kind;
    std::uint64_t count;
  } const cases[] = {
      {"0", count_kind::whole, 0},
      {"12", count_kind::whole, 12},
      {"0000000000000000000000012", count_kind::whole, 12},
      {"1099511627775", count_kind::whole, max_hits},
      {"1099511627776", count_kind::too_large, max_hits},
      {"18446744073709551616", count_kind::too_large, max_hits},
      {std::string(60'000, '9'), count_kind::too_large, max_hits},
      {"1e400", count_kind::too_large, max_hits},
      {"1e99999999999999999999", count_kind::too_large, max_hits},
      {"1099511627775.5", count_kind::too_large, max_hits},
      {"1099511627775.4", count_kind::rounded, max_hits},
      {"-1", count_kind::negative, 0},
      {"-0", count_kind::negative, 0},
      {"-1.5e3", count_kind::negative, 0},
      {"1.0", count_kind::rounded, 1},
      {"1.49", count_kind::rounded, 1},
      {"1.5", count_kind::rounded, 2},
      {"9.5", count_kind::rounded, 10},
      {"99.99", count_kind::rounded, 100},
      {"5.", count_kind::rounded, 5},
      {".5", count_kind::rounded, 1},
      {"0.1", count_kind::rounded, 1},
      {"0.0", count_kind::rounded, 0},
      {"0e5", count_kind::rounded, 0},
      {"0e-99999999999999999999", count_kind::rounded, 0},
      {"1e-400", count_kind::rounded, 1},
      {"0." + std::string(1000, '0') + "1", count_kind::rounded, 1},
      {"0." + std::string(999, '0') + "15e1001", count_kind::rounded, 15},
      {"1e3", count_kind::rounded, 1000},
      {"1E+3", count_kind::rounded, 1000},
      {"123456e-3", count_kind::rounded, 123},
      {"1.5e1", count_kind::rounded, 15},
      {"4.2949673e+09", count_kind::rounded, 4294967300},
      {"", count_kind::none, untouched},
      {"-", count_kind::none, untouched},
      {".", count_kind::none, untouched},
      {"--1", count_kind::none, untouched},
      {"+1", count_kind::none, untouched},
      {" 1", count_kind::none, untouched},
      {"1 ", count_kind::none, untouched},
      {"1,5", count_kind::none, untouched},
      {"1.2.3", count_kind::none, untouched},
      {"1e", count_kind::none, untouched},
      {"1e+", count_kind::none, untouched},
      {"1e+-3", count_kind::none, untouched},
      {"1e1.5", count_kind::none, untouched},
      {"e5", count_kind::none, untouched},
      {"0x10", count_kind::none, untouched},
      {"nan", count_kind::none, untouched},
      {"inf", count_kind::none, untouched},
      {"#####", count_kind::none, untouched},
  };
  for (const auto& c : cases) BOOST_TEST_CONTEXT(c.text.substr(0, 40)) {
      std::uint64_t count = untouched;
      BOOST_CHECK(read_lenient_count(c.text, count) == c.kind);
      BOOST_TEST(count == c.count);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
