// tests/fixtures/coverage/llvm: the coverage of shop.rs as rustc 1.95 (LLVM 22) puts it into a test binary,
// shop.elf, without all else; and shop.tests, what its tests counted one after the other.
#include "parsers/coverage/llvm/region_lines.hpp"
#include "parsers/languages/rust/test_counts.hpp"
#include "tests/parsers/events/recording.hpp"
#include <boost/test/unit_test.hpp>
#include <map>

namespace covey::parsers {
namespace {

using ranges = std::vector<line_range>;

const std::string& program_bytes() {
  static const auto bytes = testing::recorded("fixtures/coverage/llvm/shop.elf");
  return bytes;
}

std::map<std::string, ranges> lines_by_test(bool shared) {
  const llvm::region_lines program{llvm::read_mapped_program(program_bytes())};
  const auto counts =
      languages::rust::read_test_counts(testing::recorded("fixtures/coverage/llvm/shop.tests"));
  BOOST_TEST(counts.complete);
  BOOST_TEST(counts.outside.empty());
  std::map<std::string, ranges> out;
  for (const auto& test : counts.tests) {
    BOOST_TEST(!test.shared);
    const auto files = program.ran(test.counted, shared);
    BOOST_REQUIRE(files.size() == 1U);
    BOOST_TEST(program.program().files[files[0].file] == "/shop/src/lib.rs");
    out[test.name] = files[0].lines;
  }
  return out;
}

BOOST_AUTO_TEST_SUITE(llvm_region_lines)

BOOST_AUTO_TEST_CASE(each_test_has_the_lines_that_its_counters_stand_for) {
  const auto all = lines_by_test(false);
  BOOST_REQUIRE(all.size() == 5U);
  BOOST_CHECK((all.at("tests::empty") == ranges{{1, 3}, {16, 16}, {31, 33}}));
  // Behind a panic a difference of two counters says that code ran, here and in llvm-cov's own reports.
  BOOST_CHECK((all.at("tests::gift") == ranges{{1, 2}, {4, 13}, {42, 44}}));
  BOOST_CHECK((all.at("tests::sums") == ranges{{1, 2}, {4, 12}, {14, 16}, {36, 38}}));
  BOOST_CHECK((all.at("tests::numbers") == ranges{{18, 20}, {47, 49}}));
  BOOST_CHECK((all.at("tests::words") == ranges{{18, 20}, {52, 54}}));
}

// The count that would be taken off may be another test's.
BOOST_AUTO_TEST_CASE(of_tests_that_ran_together_no_difference_is_believed) {
  const auto apart = lines_by_test(false);
  for (const auto& [test, lines] : lines_by_test(true))
    for (const auto& range : apart.at(test)) {
      const auto holds = [&](const auto& other) {
        return other.first <= range.first && range.last <= other.last;
      };
      BOOST_TEST(std::any_of(lines.begin(), lines.end(), holds), test);
    }
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_measured_program_has_no_functions) {
  const auto& bytes = program_bytes();
  BOOST_TEST(llvm::read_mapped_program("").functions.empty());
  BOOST_TEST(llvm::read_mapped_program("#!/bin/sh\n").functions.empty());
  for (std::size_t size = 0; size < bytes.size(); size += 7)
    BOOST_TEST(llvm::read_mapped_program(std::string_view{bytes}.substr(0, size)).functions.size() <= 9U);
}

// Each would be evaluated twice for each one before it.
BOOST_AUTO_TEST_CASE(of_a_ring_of_expressions_nothing_has_run) {
  using enum llvm::counter_term::kind_type;
  llvm::mapped_program program;
  program.files = {"/a.rs"};
  program.functions.resize(1);
  program.counters = 1;
  auto& function = program.functions[0];
  function.counters = 1;
  constexpr std::uint32_t count = 64;
  for (std::uint32_t i = 0; i < count; ++i)
    function.expressions.push_back({{sum, (i + 1) % count}, {sum, (i + 1) % count}});
  function.regions.push_back({.first_line = 3, .last_line = 3, .count = {sum, 0}});
  BOOST_TEST(llvm::region_lines{program}.ran({{0, 1}}, false).empty());
}

BOOST_AUTO_TEST_CASE(wrong_bytes_give_a_value_all_the_same) {
  for (std::size_t at = 0; at < program_bytes().size(); at += 3) {
    auto bytes = program_bytes();
    bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
    const llvm::region_lines program{llvm::read_mapped_program(bytes)};
    for (const auto& [file, lines] : program.ran({{0, 1}, {1, 1}, {2, 7}}, false))
      BOOST_REQUIRE(file < program.program().files.size());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
