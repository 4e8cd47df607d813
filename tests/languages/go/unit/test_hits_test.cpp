#include "parsers/languages/go/coverage.hpp"
#include <boost/test/unit_test.hpp>
#include <map>

namespace covey::parsers::languages::go {
namespace {

using ranges = std::vector<line_range>;

struct record {
  std::map<std::string, std::map<std::string, ranges>> by_test;  // names with ' ' between; then files
  std::vector<std::string> reads;  // "test: name <- by"
  bool complete = false, tells_reads = false;
};

record read(std::string_view text, std::size_t piece = 5) {
  record out;
  test_hits reader{[&](const auto& tests, const std::string& file, const ranges& ran) {
    std::string names;
    for (const auto& test : tests) names += (names.empty() ? "" : " ") + test;
    auto& all = out.by_test[names][file];
    all.insert(all.end(), ran.begin(), ran.end());
  }, [&](const auto& tests, std::string_view name, std::string_view by) {
    for (const auto& test : tests) out.reads.push_back(test + ": " + std::string{name} + " <- " + std::string{by});
  }};
  for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(text.substr(at, piece));
  reader.finish();
  out.complete = reader.complete();
  out.tells_reads = reader.tells_reads();
  return out;
}

constexpr const char* two_tests =
    "F m/a.go 3.20,5.2 6.2,6.9\n"
    "T\n"
    "0 1\n"
    "T TestA TestB/x\n"
    "0 0 1\n"
    "F m/b.go 10.9,11.3\n"
    "1 0\n"
    "T TestA\n"
    "1 0\n"
    "E\n";

BOOST_AUTO_TEST_SUITE(go_test_hits)

BOOST_AUTO_TEST_CASE(blocks_are_those_of_the_tests_before_them) {
  for (const std::size_t piece : {1U, 7U, 1000U}) {
    const auto out = read(two_tests, piece);
    BOOST_TEST(out.complete);
    BOOST_REQUIRE(out.by_test.size() == 3U);
    BOOST_CHECK((out.by_test.at("") == std::map<std::string, ranges>{{"m/a.go", {{6, 6}}}}));
    // A block that ends before a line's first letter does not run that line, as in profiles.
    BOOST_CHECK((out.by_test.at("TestA TestB/x") ==
                 std::map<std::string, ranges>{{"m/a.go", {{3, 4}, {6, 6}}}, {"m/b.go", {{10, 11}}}}));
    BOOST_CHECK((out.by_test.at("TestA") == std::map<std::string, ranges>{{"m/b.go", {{10, 11}}}}));
  }
}

BOOST_AUTO_TEST_CASE(a_process_that_did_not_come_to_its_end_leaves_what_it_told) {
  const auto out = read("F m/a.go 3.1,3.9\nT TestA\n0 0\nT TestB\n0 ");
  BOOST_TEST(!out.complete);
  BOOST_TEST(out.by_test.contains("TestA"));
  BOOST_TEST(!out.by_test.contains("TestB"));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_makes_a_record_incomplete) {
  for (const auto* wrong :
       {"F", "F m/a.go 1", "F m/a.go 1.1,2.x", "0 1", "1 0", "0", "x 0", "0 0x", "-1 0"}) {
    const auto out = read("F m/a.go 3.1,3.9\nT TestA\n0 0\n" + std::string{wrong} + "\nE\n");
    BOOST_TEST(!out.complete, wrong);
    BOOST_CHECK((out.by_test.at("TestA").at("m/a.go") == ranges{{3, 3}}));
  }
}

// The functions after one that could not be decoded keep their numbers.
BOOST_AUTO_TEST_CASE(an_unknown_function_is_counted) {
  const auto out = read("F\nF m/a.go 3.1,3.9\nT TestA\n1 0\nE\n");
  BOOST_TEST(!out.complete);
  BOOST_CHECK((out.by_test.at("TestA").at("m/a.go") == ranges{{3, 3}}));
}

BOOST_AUTO_TEST_CASE(lines_of_another_source_have_no_place) {
  const auto out = read("F m/a.go 30.1,3.9 4.1,4.9\nT TestA\n0 0 1\nE\n");
  BOOST_TEST(out.complete);
  BOOST_CHECK((out.by_test.at("TestA").at("m/a.go") == ranges{{4, 4}}));
}

BOOST_AUTO_TEST_CASE(what_was_read_is_of_the_tests_before_it) {
  const std::string reads = "I\nT TestA\nR data/a b.csv\t/m/a.go:3\t/m/b.go:7\nT TestB\nR data/*\n";
  const auto out = read(reads + "E\n");
  const std::vector<std::string> expected{"TestA: data/a b.csv <- /m/a.go:3\t/m/b.go:7", "TestB: data/* <- "};
  BOOST_TEST(out.reads == expected, boost::test_tools::per_element());
  BOOST_TEST((out.complete && out.tells_reads));
  BOOST_TEST(read(reads).tells_reads);  // the process ended in a test, which failed
  BOOST_TEST(!read(reads + "L\nE\n").tells_reads);
  BOOST_TEST(!read(reads.substr(2) + "E\n").tells_reads);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::go
