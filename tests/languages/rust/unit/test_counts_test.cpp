#include "parsers/languages/rust/test_counts.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::rust {
namespace {

using namespace std::string_literals;
using counted = llvm::counted;

std::string segment(const std::string& names, const std::string& counts) {
  return "T" + std::string(1, static_cast<char>(names.size())) + names + counts + "\0"s;
}

BOOST_AUTO_TEST_SUITE(rust_test_counts)

BOOST_AUTO_TEST_CASE(counts_of_a_test_add_up_over_its_segments) {
  const auto out = read_test_counts(segment("", "\x01\x01"s) + segment("a\n", "\x01\x02\x03\x81\x01"s) +
                                    segment("a\nb\n", "\x04\x05"s) + segment("b\n", "") + "E");
  BOOST_TEST(out.complete);
  BOOST_CHECK((out.outside == counted{{0, 1}}));
  BOOST_REQUIRE(out.tests.size() == 2U);
  BOOST_TEST(out.tests[0].name == "a");
  BOOST_CHECK((out.tests[0].counted == counted{{0, 2}, {3, 134}}));
  BOOST_TEST(out.tests[0].shared);
  BOOST_CHECK((out.tests[1].counted == counted{{3, 5}}));
}

BOOST_AUTO_TEST_CASE(a_test_that_had_the_process_to_itself_shares_nothing) {
  const auto out = read_test_counts(segment("a \\\"b\\\"\n", "\x01\x01"s) + "E");
  BOOST_REQUIRE(out.tests.size() == 1U);
  BOOST_TEST(out.tests[0].name == "a \"b\"");
  BOOST_TEST(!out.tests[0].shared);
}

BOOST_AUTO_TEST_CASE(a_record_that_ends_early_is_incomplete) {
  const auto whole = segment("a\n", "\x01\x01"s) + segment("b\n", "\x01\x01"s) + "E";
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto out = read_test_counts(whole.substr(0, size));
    BOOST_TEST(!out.complete);
    BOOST_TEST(out.tests.size() == (size < 7U ? 0U : size < 14U ? 1U : 2U));
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_record_has_no_tests) {
  for (const auto& text : {"x"s, "T"s, "T\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"s, "EE x"s,
                           segment("a\n", "\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x01"s)}) {
    const auto out = read_test_counts(text);
    BOOST_TEST(!out.complete);
    BOOST_TEST(out.tests.empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust
