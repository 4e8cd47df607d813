#include "parsers/languages/go/coverage.hpp"
#include <boost/test/unit_test.hpp>
#include <optional>

namespace covey::parsers::languages::go {
namespace {

using names = std::vector<std::string>;
using ranges = std::vector<line_range>;

std::unique_ptr<coverage_collector> collector() {
  return make_coverage(std::make_shared<const package_list>(package_list::parse(
      "m/a\t/w/a\ta.go/a_test.go\t1\nm/b\t/w/b\tb.go/b_test.go\t1\nm/lib\t/w/lib\tlib.go\t0\n", "/w")));
}

void give(coverage_collector& to, std::string_view name, std::string_view text) {
  to.begin_file(name);
  for (std::size_t at = 0; at < text.size(); at += 7) to.feed(text.substr(at, 7));
  to.end_file();
}

run_results ran(std::initializer_list<std::pair<test_id, outcome>> tests) {
  run_results out;
  for (const auto& [id, result] : tests) out.tests.push_back({id, result, {}});
  return out;
}

// The lines of the file that the unit ran; nothing if it is not named for the file.
std::optional<ranges> ran_by(const coverage& data, const std::string& file, const std::string& unit) {
  for (const auto& of_unit : data.files.at(file).by_unit)
    if (data.units.at(of_unit.unit).name == unit) return of_unit.ran;
  return std::nullopt;
}

BOOST_AUTO_TEST_SUITE(go_coverage_of_a_run)

BOOST_AUTO_TEST_CASE(a_line_is_attributed_to_the_package_whose_binary_ran_it) {
  auto all = collector();
  give(*all, "Qx1.dir", "/w/b");
  give(*all, "Qx1.out",
       "mode: set\nm/b/b.go:1.1,3.9 1 1\nm/lib/lib.go:4.1,5.9 1 1\nm/lib/lib.go:7.1,7.9 1 0\n");
  give(*all, "aa2.dir", "/w/a");
  give(*all, "aa2.out",
       "mode: set\nm/a/a.go:1.1,1.9 1 1\nm/lib/lib.go:4.1,5.9 1 1\nm/lib/lib.go:7.1,7.9 1 1\n");
  const auto data =
      all->finish(ran({{{"m/b", "TestB"}, outcome::passed}, {{"m/a", "TestA"}, outcome::failed}}));

  BOOST_CHECK(data.unit_kind == attribution::package);
  BOOST_REQUIRE(data.units.size() == 2U);
  BOOST_TEST(data.units[0].name == "m/a");
  BOOST_TEST(data.units[1].name == "m/b");
  BOOST_CHECK((data.files.at("lib/lib.go").lines == std::vector<line_hits>{{4, 2}, {5, 2}, {7, 1}}));
  BOOST_CHECK(ran_by(data, "lib/lib.go", "m/a") == (ranges{{4, 5}, {7, 7}}));
  BOOST_CHECK(ran_by(data, "lib/lib.go", "m/b") == (ranges{{4, 5}}));
  BOOST_CHECK(ran_by(data, "b/b.go", "m/b") == (ranges{{1, 3}}));
  BOOST_CHECK(!ran_by(data, "b/b.go", "m/a").has_value());
  BOOST_TEST(data.aliases.at("m/lib/lib.go") == "lib/lib.go");
  BOOST_TEST(data.notes.empty());
}

BOOST_AUTO_TEST_CASE(a_file_of_what_is_for_tests_is_one_of_tests_that_counts) {
  const auto all = make_coverage(std::make_shared<const package_list>(
      package_list::parse("m\t/w\tm.go\t1\t0\t\tm/internal/assert\nm/internal/assert\t/w/internal/assert\ta.go\t0\t0\tfmt\t\n", "/w")));
  give(*all, "x.dir", "/w");
  give(*all, "x.out", "mode: set\nm/m.go:1.1,3.9 1 1\nm/internal/assert/a.go:1.1,3.9 1 1\n");
  const auto data = all->finish(ran({{{"m", "TestA"}, outcome::failed}}));
  BOOST_TEST(!data.files.at("m.go").holds_tests);
  BOOST_TEST(data.files.at("internal/assert/a.go").holds_tests);
  BOOST_TEST(!data.files.at("internal/assert/a.go").lines.empty());
}

// The names of the tests that ran the line, "-" for what ran while none did.
names tests_of(const coverage& data, const std::string& file, std::uint32_t line) {
  names out;
  for (const auto unit : data.files.at(file).by_unit.units_of(line)) {
    const auto& tests = data.units.at(unit).tests;
    out.insert(out.end(), tests.begin(), tests.end());
    if (tests.empty()) out.emplace_back("-");
  }
  return out;
}

BOOST_AUTO_TEST_CASE(a_line_is_attributed_to_the_tests_that_ran_it_where_the_binary_tells_them) {
  auto all = collector();
  give(*all, "x.dir", "/w/a");
  give(*all, "x.hits", "F m/lib/lib.go 4.1,5.9 7.1,7.9\nT\n0 1\nT TestA/sub TestC\n0 0\nT TestB\n0 0 1\nE\n");
  give(*all, "x.out", "mode: set\nm/lib/lib.go:4.1,5.9 1 1\nm/lib/lib.go:7.1,7.9 1 1\n");
  const auto data = all->finish(ran({{{"m/a", "TestOther"}, outcome::passed}}));
  BOOST_CHECK(data.unit_kind == attribution::test);
  BOOST_TEST(tests_of(data, "lib/lib.go", 5) == (names{"TestA/sub", "TestB", "TestC"}),
             boost::test_tools::per_element());
  BOOST_TEST(tests_of(data, "lib/lib.go", 7) == (names{"-", "TestB"}), boost::test_tools::per_element());
  BOOST_CHECK((data.files.at("lib/lib.go").lines == std::vector<line_hits>{{4, 1}, {5, 1}, {7, 1}}));
  BOOST_TEST(data.aliases.at("m/lib/lib.go") == "lib/lib.go");
  BOOST_TEST(data.notes.empty());
}

BOOST_AUTO_TEST_CASE(a_package_whose_tests_are_not_told_apart_is_named_beside_others) {
  auto all = collector();
  give(*all, "x.dir", "/w/a");
  give(*all, "x.hits", "F m/a/a.go 1.1,1.9\nT TestA\n0 0\nE\n");
  give(*all, "x.out", "mode: set\nm/a/a.go:1.1,1.9 1 1\n");
  give(*all, "y.dir", "/w/b");
  give(*all, "y.hits", "F m/b/b.go 1.1,1.9\nT TestB\n0 0\n");  // it could not be written whole
  give(*all, "y.out", "mode: set\nm/b/b.go:1.1,1.9 1 1\n");
  const auto data =
      all->finish(ran({{{"m/b", "TestB"}, outcome::passed}, {{"m/b", "TestC"}, outcome::passed}}));
  BOOST_CHECK(data.unit_kind == attribution::test);
  BOOST_TEST(tests_of(data, "a/a.go", 1) == (names{"TestA"}), boost::test_tools::per_element());
  BOOST_TEST(tests_of(data, "b/b.go", 1) == (names{"TestB", "TestC"}), boost::test_tools::per_element());
  BOOST_REQUIRE(data.notes.size() == 1U);
  BOOST_TEST(data.notes[0] ==
             "A line that the tests of m/b ran counts as covered by all tests of that package: which of them "
             "ran it is not known.");
}

// Go writes no profile then, and without lines of its own the file changes no total.
BOOST_AUTO_TEST_CASE(what_tests_ran_before_a_panic_is_known) {
  auto all = collector();
  give(*all, "x.dir", "/w/a");
  give(*all, "x.hits", "F m/a/a.go 1.1,3.9\nT TestA\n0 0\n");
  give(*all, "x.out", "");
  const auto data = all->finish({});
  BOOST_TEST(tests_of(data, "a/a.go", 2) == (names{"TestA"}), boost::test_tools::per_element());
  BOOST_TEST(data.files.at("a/a.go").lines.empty());
  BOOST_TEST(totals(data).lines.found == 0U);
  BOOST_REQUIRE(data.notes.size() == 1U);
  BOOST_TEST(data.notes[0].starts_with(partial_coverage));
}

// Behind the panic another process ran the rest: its profile has all lines, and counts its own tests' only.
BOOST_AUTO_TEST_CASE(what_tests_ran_before_a_panic_counts_where_another_process_has_the_lines) {
  auto all = collector();
  give(*all, "x.dir", "/w/a");
  give(*all, "x.hits", "F m/a/a.go 1.1,3.9 5.1,5.9\nT TestA\n0 0\n");
  give(*all, "x.out", "");
  give(*all, "y.dir", "/w/a");
  give(*all, "y.hits", "F m/a/a.go 1.1,3.9 5.1,5.9\nT TestB\n0 1\nE\n");
  give(*all, "y.out", "mode: set\nm/a/a.go:1.1,3.9 1 0\nm/a/a.go:5.1,5.9 1 1\nm/a/a.go:7.1,7.9 1 0\n");
  const auto data = all->finish({});
  BOOST_CHECK((data.files.at("a/a.go").lines == std::vector<line_hits>{{1, 1}, {2, 1}, {3, 1}, {5, 1}, {7, 0}}));
  BOOST_TEST(tests_of(data, "a/a.go", 2) == (names{"TestA"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_package_that_ran_nothing_of_a_file_is_not_named_for_it) {
  auto all = collector();
  give(*all, "x.dir", "/w/a");
  give(*all, "x.out", "mode: set\nm/lib/lib.go:4.1,5.9 1 0\n");
  const auto data = all->finish({});
  BOOST_CHECK((data.files.at("lib/lib.go").lines == std::vector<line_hits>{{4, 0}, {5, 0}}));
  BOOST_TEST(data.files.at("lib/lib.go").by_unit.empty());
}

BOOST_AUTO_TEST_CASE(the_tests_of_a_unit_are_its_top_level_tests_that_ran) {
  auto all = collector();
  give(*all, "x.dir", "/w/a");
  give(*all, "x.out", "mode: set\nm/a/a.go:1.1,1.9 1 1\n");
  const auto data = all->finish(ran({{{"m/a", "TestZ"}, outcome::failed},
                                     {{"m/a", "TestT/sub/x"}, outcome::passed},
                                     {{"m/a", "TestT"}, outcome::passed},
                                     {{"m/a", "TestSkipped"}, outcome::skipped},
                                     {{"m/a", "ExampleA"}, outcome::passed},
                                     {{"m/b", "TestOther"}, outcome::passed}}));
  BOOST_REQUIRE(data.units.size() == 1U);
  BOOST_TEST(data.units[0].tests == (names{"ExampleA", "TestT", "TestZ"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(two_profiles_of_a_package_are_one_unit) {
  auto all = collector();
  for (const auto* stem : {"x", "y"}) {
    give(*all, std::string{stem} + ".dir", "/w/a");
    give(*all, std::string{stem} + ".out",
         stem[0] == 'x' ? "mode: set\nm/a/a.go:1.1,2.9 1 1\n" : "mode: set\nm/a/a.go:2.1,4.9 1 1\n");
  }
  const auto data = all->finish({});
  BOOST_TEST(data.units.size() == 1U);
  BOOST_CHECK(ran_by(data, "a/a.go", "m/a") == (ranges{{1, 4}}));
  BOOST_CHECK((data.files.at("a/a.go").lines == std::vector<line_hits>{{1, 1}, {2, 2}, {3, 1}, {4, 1}}));
}

BOOST_AUTO_TEST_CASE(a_profile_without_a_folder_is_attributed_to_the_package_of_each_file) {
  auto all = collector();
  give(*all, "aa.dir", "/w/a");  // of another profile
  give(*all, "merged-0.out", "mode: set\nm/b/b.go:1.1,1.9 1 1\nm/lib/lib.go:4.1,4.9 1 1\n");
  const auto data = all->finish(ran({{{"m/b", "TestB"}, outcome::passed}}));
  BOOST_CHECK(ran_by(data, "b/b.go", "m/b") == (ranges{{1, 1}}));
  BOOST_CHECK(ran_by(data, "lib/lib.go", "m/lib") == (ranges{{4, 4}}));
  BOOST_TEST(data.units.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_package_that_wrote_no_profile_is_named) {
  auto all = collector();
  give(*all, "x.dir", "/w/b");
  give(*all, "x.out", "");
  const auto data = all->finish({});
  BOOST_REQUIRE(data.notes.size() == 1U);
  BOOST_TEST(data.notes[0] == "The coverage is only a part: the tests of m/b did not run to their end.");
}

BOOST_AUTO_TEST_CASE(packages_that_did_not_build_make_the_coverage_a_part) {
  auto all = collector();
  give(*all, "x.dir", "/w/b");
  give(*all, "x.out", "mode: set\nm/b/b.go:1.1,1.9 1 1\n");
  run_results broken;
  broken.failures.emplace_back();
  broken.failures[0].id.group = "m/a";
  broken.failures[0].also_failed = {"m/b", "not/here"};  // m/b was measured all the same
  const auto data = all->finish(broken);
  BOOST_REQUIRE(data.notes.size() == 1U);
  BOOST_TEST(data.notes[0] == "The coverage is only a part: the tests of m/a did not run to their end.");
}

BOOST_AUTO_TEST_CASE(a_package_whose_time_was_over_is_measured_in_part) {
  auto all = collector();
  give(*all, "x.dir", "/w/b");
  give(*all, "x.out", "mode: set\nm/b/b.go:1.1,1.9 1 1\n");
  run_results stopped;
  stopped.failures.emplace_back();
  stopped.failures[0].id = {"m/b", "TestHangs"};
  stopped.failures[0].kind = failure_kind::timeout;
  const auto data = all->finish(stopped);
  BOOST_REQUIRE(data.notes.size() == 1U);
  BOOST_TEST(data.notes[0] == "The coverage is only a part: the tests of m/b did not run to their end.");
}

BOOST_AUTO_TEST_CASE(lines_that_do_not_read_are_counted_and_the_first_is_named) {
  auto all = collector();
  give(*all, "x.dir", "/w/b");
  give(*all, "x.out", "mode: set\nm/b/b.go:1.1,1.9 1 1\nm/b/b.go:nonsense\n\x01\xff\n");
  const auto data = all->finish({});
  BOOST_REQUIRE(data.notes.size() == 1U);
  BOOST_TEST(
      data.notes[0] ==
      "Lines of the coverage profiles that could not be read were skipped: 2, the first is line 3 of m/b: "
      "m/b/b.go:nonsense");
}

BOOST_AUTO_TEST_CASE(a_few_bytes_that_claim_millions_of_lines_are_not_believed) {
  auto all = collector();
  std::string text;
  for (int i = 0; i < 20; ++i) text += "m/b/" + std::to_string(i) + ".go:1.1,1048576.9 1 1\n";
  give(*all, "merged-0.out", text);
  const auto data = all->finish({});
  BOOST_TEST(data.files.size() == 15U);
  BOOST_REQUIRE(data.notes.size() == 1U);
  BOOST_TEST(data.notes[0] == "The coverage of 5 files is left out: over 16000000 lines in all.");
}

BOOST_AUTO_TEST_CASE(files_of_other_kinds_say_nothing) {
  auto all = collector();
  give(*all, "covcounters.1", "m/b/b.go:1.1,1.9 1 1\n");
  const auto data = all->finish({});
  BOOST_TEST(data.files.empty());
  BOOST_TEST(data.units.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::go
