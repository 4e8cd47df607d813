#include "parsers/languages/go/rerun.hpp"
#include <boost/test/unit_test.hpp>
#include <ostream>

namespace covey::parsers::languages::go {

std::ostream& operator<<(std::ostream& out, const test_set& set) {
  out << "'" << set.pattern << "'";
  for (const auto& package : set.packages) out << " " << package;
  if (!set.focus.empty()) out << " focus '" << set.focus << "'";
  return out;
}

namespace {

using names = std::vector<std::string>;
using sets = std::vector<test_set>;

const package_list& packages() {
  static const auto all = package_list::parse(
      "m/a\t/w/a\ta_test.go\t1\nm/b\t/w/b\tb_test.go\t1\nm/c\t/w/c\tc_test.go\t1\n", "/w");
  return all;
}

failure failed(std::string group, std::string name) {
  failure out;
  out.id = {std::move(group), std::move(name)};
  return out;
}

std::vector<rerun_test> failed_in_a(const names& tests) {
  std::vector<rerun_test> out;
  for (const auto& test : tests) out.push_back(failed("m/a", test));
  return out;
}

BOOST_AUTO_TEST_SUITE(go_selection_of_tests)

BOOST_AUTO_TEST_CASE(names_are_quoted_and_anchored_element_by_element) {
  const std::pair<const char*, const char*> cases[] = {
      {"TestA", "^TestA$"},
      {"TestT/with_slash/a", "^TestT$/^with_slash$/^a$"},
      {"TestT/a.*b", R"(^TestT$/^a\.\*b$)"},
      {"TestT/-x", "^TestT$/^-x$"},
      {"TestT/(a|b)[c]{2}^$+?", R"(^TestT$/^\(a\|b\)\[c\]\{2\}\^\$\+\?$)"},
      {R"(TestT/back\slash)", R"(^TestT$/^back\\slash$)"},
      {R"(TestT/"quoted"_'too')", R"(^TestT$/^"quoted"_'too'$)"},
      {"TestT/größe_日本", "^TestT$/^größe_日本$"},
      {"TestT/a//b/", "^TestT$/^a$/^$/^b$/^$"},
      {"TestT/#00", "^TestT$/^#00$"},
  };
  for (const auto& [name, pattern] : cases) BOOST_TEST(run_pattern(name) == pattern);
}

BOOST_AUTO_TEST_CASE(alternatives_stand_side_by_side_without_parentheses) {
  const auto chosen = select_rerun(failed_in_a({"TestC", "TestA/b"}), packages());
  BOOST_TEST(chosen.sets == (sets{{"^TestA$/^b$|^TestC$", {"m/a"}}}), boost::test_tools::per_element());
  BOOST_TEST(!chosen.everything);
  BOOST_TEST(chosen.notes.empty());
}

BOOST_AUTO_TEST_CASE(a_test_covers_its_subtests_and_itself_named_twice) {
  const auto chosen = select_rerun(failed_in_a({"TestA/x/y", "TestA", "TestA/z", "TestAB/x", "TestC/p/q",
                                                "TestC/p", "TestC/p", "TestC/pp"}),
                                   packages());
  BOOST_TEST(chosen.sets == (sets{{"^TestA$|^TestAB$/^x$|^TestC$/^p$|^TestC$/^pp$", {"m/a"}}}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_has_no_selectable_subtests_is_rerun_as_a_whole) {
  const auto chosen = select_rerun(
      failed_in_a({"FuzzParse/seed#0", "FuzzParse/seed#1", "ExampleNew", "TestFuzz/a"}), packages());
  BOOST_TEST(chosen.sets == (sets{{"^ExampleNew$|^FuzzParse$|^TestFuzz$/^a$", {"m/a"}}}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(packages_never_share_a_pattern_that_is_not_their_own) {
  const auto chosen =
      select_rerun({failed("m/b", "TestX"), failed("m/a", "TestX"), failed("m/c", "TestY")}, packages());
  BOOST_TEST(chosen.sets == (sets{{"^TestX$", {"m/a", "m/b"}}, {"^TestY$", {"m/c"}}}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_package_that_failed_is_rerun_whole_with_those_that_failed_for_the_same_reason) {
  auto broken = failed("m/b", "");
  broken.also_failed = {"m/c"};
  const auto chosen = select_rerun({broken, failed("m/a", "TestX"), failed("m/c", "TestY")}, packages());
  BOOST_TEST(chosen.sets == (sets{{"", {"m/b", "m/c"}}, {"^TestX$", {"m/a"}}}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_failure_outside_of_any_package_reruns_everything) {
  for (const auto* group : {"go", "", "-exec=evil", "./..."})
    BOOST_TEST(select_rerun({failed("m/a", "TestX"), failed(group, "")}, packages()).everything);
}

BOOST_AUTO_TEST_CASE(a_test_of_a_package_that_is_gone_is_still_asked_for) {
  const auto chosen = select_rerun({failed("m/gone", "TestX"), failed("m/gone", "TestY")}, packages());
  BOOST_REQUIRE_EQUAL(chosen.notes.size(), 1U);
  BOOST_TEST(chosen.notes.front().starts_with("m/gone is no package of this project any more"));
  BOOST_TEST(chosen.sets == (sets{{"^TestX$|^TestY$", {"m/gone"}}}), boost::test_tools::per_element());
  BOOST_TEST(select_rerun({failed("-x", "TestX")}, packages()).everything);
}

BOOST_AUTO_TEST_CASE(names_that_no_argument_can_hold_are_refused_with_a_note) {
  const auto chosen = select_rerun(failed_in_a({"TestA/line\nend", std::string{"TestB/nul\0x", 11}, "TestC",
                                                std::string(pattern_limit, 'T')}),
                                   packages());
  BOOST_TEST(chosen.sets == (sets{{"^TestC$", {"m/a"}}}), boost::test_tools::per_element());
  BOOST_REQUIRE(chosen.notes.size() == 3U);
  BOOST_TEST(chosen.notes[0] ==
             "The name of test TestA/line… holds a line end or NUL, which -run cannot select.");
  BOOST_TEST(chosen.notes[1] ==
             "The name of test TestB/nul… holds a line end or NUL, which -run cannot select.");
  BOOST_TEST(chosen.notes[2].find("65536 bytes long") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(benchmarks_run_apart_and_without_tests) {
  const auto chosen = select_rerun(failed_in_a({"TestA", "BenchmarkB/sub", "BenchmarkC"}), packages());
  BOOST_TEST(chosen.sets == (sets{{"^TestA$", {"m/a"}}, {"^$", {"m/a"}, "", "^BenchmarkB$|^BenchmarkC$"}}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(many_names_are_spread_over_patterns_that_fit_an_argument) {
  names tests;
  for (int i = 0; i < 9000; ++i) tests.push_back("TestTable/case_number_" + std::to_string(i));
  const auto chosen = select_rerun(failed_in_a(tests), packages());
  BOOST_TEST(chosen.sets.size() > 1U);
  std::size_t alternatives = 0;
  for (const auto& set : chosen.sets) {
    BOOST_TEST(set.pattern.size() < pattern_limit);
    BOOST_TEST(set.packages == names{"m/a"}, boost::test_tools::per_element());
    alternatives += 1 + static_cast<std::size_t>(std::count(set.pattern.begin(), set.pattern.end(), '|'));
  }
  BOOST_TEST(alternatives == tests.size());
}

BOOST_AUTO_TEST_CASE(with_a_panic_the_tests_run_again_that_it_took_along) {
  auto panicked = failed("m/a", "TestA/b");
  for (const auto kind : {failure_kind::panic, failure_kind::crash}) {
    panicked.kind = kind;
    BOOST_TEST(select_rerun({panicked, failed("m/b", "TestB")}, packages()).sets ==
                   (sets{{"", {"m/a"}}, {"^TestB$", {"m/b"}}}),
               boost::test_tools::per_element());
  }
  auto specs = packages();
  specs.set_spec_runner(0, "TestA");
  panicked.kind = failure_kind::panic;
  BOOST_TEST(select_rerun({panicked}, specs).sets == (sets{{"^TestA$", {"m/a"}, "(^| )(?:b)( |$)"}}),
             boost::test_tools::per_element());
}

// Go's -run reaches only the function that runs the specs.
BOOST_AUTO_TEST_CASE(specs_are_chosen_by_their_texts_and_other_tests_by_their_names) {
  auto all = packages();
  all.set_spec_runner(0, "TestCart");
  const auto sets_for = [&](const names& tests) { return select_rerun(failed_in_a(tests), all).sets; };
  BOOST_TEST(sets_for({"TestCart/Cart/adds a+b", "TestCart/Cart/and/or", "TestA/b"}) ==
                 (sets{{"^TestA$/^b$", {"m/a"}},
                       {"^TestCart$", {"m/a"}, R"((^| )(?:Cart[ /]adds a\+b|Cart[ /]and[ /]or)( |$))"}}),
             boost::test_tools::per_element());
  BOOST_TEST(
      sets_for({"TestCart/Cart/twice#01"}) == (sets{{"^TestCart$", {"m/a"}, "(^| )(?:Cart[ /]twice)( |$)"}}),
      boost::test_tools::per_element());
  for (const auto* whole : {"TestCart", "TestCart/[BeforeSuite]"})
    BOOST_TEST(sets_for({whole, "TestCart/Cart/adds"}) == (sets{{"^TestCart$", {"m/a"}}}),
               boost::test_tools::per_element());
  all.set_spec_runner(0, "");
  BOOST_TEST(sets_for({"TestCart/Cart/adds"}) == (sets{{"^TestCart$/^Cart$/^adds$", {"m/a"}}}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(more_specs_than_one_expression_holds_are_several_commands) {
  auto all = packages();
  all.set_spec_runner(0, "TestCart");
  names many;
  for (int i = 0; i < 3; ++i) many.push_back("TestCart/" + std::to_string(i) + std::string(30'000, 'x'));
  const auto chosen = select_rerun(failed_in_a(many), all);
  BOOST_TEST(chosen.sets.size() == 2U);
  for (const auto& set : chosen.sets) BOOST_TEST(set.focus.size() < pattern_limit + 64);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::go
