// A run of one test beside what earlier runs know of others: a.go has add (1-5) and sub (7-11) and, as it is now, neg (13-15).
#include "parsers/localization/explained_causes.hpp"
#include <boost/test/unit_test.hpp>
#include <map>
#include <string>

namespace covey::parsers {
namespace {

std::string numbered_text(int lines, std::string_view first = "") {
  std::string out{first};
  for (int i = 1; i <= lines; ++i) out += "line " + std::to_string(i) + "\n";
  return out;
}

class made_sources : public measured_sources {
 public:
  const std::vector<function_extent>& functions_of(std::string_view) override { return functions; }
  const line_hashes* lines_of(std::string_view) override { return &now; }
  std::string_view line_at(const location&) override { return {}; }
  const file_edits& edits_of(std::string_view, const failure&) override { return edits; }
  std::uint64_t edited_since(const failure&) override { return 1; }

  std::vector<function_extent> functions{{"add", 1, 5}, {"sub", 7, 11}, {"neg", 13, 15}};
  line_hashes now = hashes_of_lines(numbered_text(15));
  file_edits edits{};
};

struct ran {
  std::string test;
  std::vector<line_range> lines;
};

std::shared_ptr<const coverage> measured(const std::vector<ran>& all, std::string_view text, attribution kind) {
  auto out = std::make_shared<coverage>();
  out->unit_kind = kind;
  std::vector<unit_set> units;
  packed_line_sets sets;
  const auto add = [&](coverage_unit unit, const std::vector<line_range>& lines) {
    units.push_back({static_cast<std::uint32_t>(out->units.size()), static_cast<std::uint32_t>(sets.add(lines))});
    out->units.push_back(std::move(unit));
  };
  if (kind == attribution::test)
    for (const auto& one : all) add({"p", {one.test}}, one.lines);
  coverage_unit together{kind == attribution::run ? "the whole run" : "p", {}};
  std::vector<line_range> any;
  for (const auto& one : all) {
    together.tests.push_back(kind == attribution::run ? "p/" + one.test : one.test);
    any.insert(any.end(), one.lines.begin(), one.lines.end());
  }
  if (kind != attribution::test) add(together, any);
  out->files["a.go"].by_unit = {std::move(units), std::move(sets)};
  out->lines = std::make_shared<const hashed_sources>(hashed_sources{{"a.go", hashes_of_lines(text)}});
  return out;
}

struct session {
  explicit session(attribution of = attribution::test) : kind(of) {
    run.id = 99;
    run.language = "go";
  }

  void earlier(const std::vector<ran>& all, std::string_view text) {
    known.push_back({.id = known.size() + 1, .language = "go", .data = measured(all, text, kind)});
  }

  void fails(const std::string& test, failure_kind how = failure_kind::assertion) {
    failure one;
    one.id = {"p", test};
    one.kind = how;
    one.message = "wrong";
    one.where = {"a_test.go", 1};
    run.results.failures.push_back(one);
    run.results.tests.push_back({one.id, outcome::failed});
  }

  // "add 1/1 edited, sub 1/0"
  std::string suspects(const std::vector<ran>& all, const std::vector<test_id>& failing = {}) {
    const auto own = all.empty() ? nullptr : measured(all, numbered_text(15), kind);
    auto both = with_earlier(own, known, run, sources);
    both.earlier.failing.insert(failing.begin(), failing.end());
    const auto causes = explained_causes(run.results, *both.data, sources, {}, both.earlier);
    std::string out;
    for (const auto& one : causes.at(0).suspects.found)
      out += (out.empty() ? "" : ", ") + one.function + " " + std::to_string(one.ran.failing) + "/" +
             std::to_string(one.ran.passing) + (one.edited ? " edited" : "");
    return out;
  }

  attribution kind;
  finished_run run;
  std::vector<measured_run> known;
  made_sources sources;
};

BOOST_AUTO_TEST_SUITE(earlier_units_suite)

BOOST_AUTO_TEST_CASE(passing_tests_of_earlier_runs_count_on_the_lines_of_now) {
  session of;
  of.earlier({{"t1", {{3, 6}}}, {"t2", {{3, 6}}}}, numbered_text(15, "a line that is gone\n"));
  of.fails("new");
  BOOST_TEST(of.suspects({{"new", {{2, 3}, {8, 9}}}}) == "sub 1/0, add 1/2");
}

BOOST_AUTO_TEST_CASE(what_reads_otherwise_now_was_not_run_by_them) {
  session of;
  of.earlier({{"t1", {{1, 15}}}}, "other\nlines\n");
  of.fails("new");
  BOOST_TEST(of.suspects({{"new", {{2, 3}}}}) == "add 1/0");
}

BOOST_AUTO_TEST_CASE(a_test_that_is_known_to_fail_is_none_that_passed) {
  session of;
  of.earlier({{"t1", {{2, 3}}}, {"t2", {{8, 9}}}}, numbered_text(15));
  of.fails("new");
  BOOST_TEST(of.suspects({{"new", {{2, 3}, {8, 9}}}}, {{"p", "t1/part"}}) == "add 1/0, sub 1/1");
}

BOOST_AUTO_TEST_CASE(a_run_with_other_options_says_nothing) {
  session of;
  of.earlier({{"t1", {{2, 3}}}}, numbered_text(15));
  of.known[0].options = std::make_shared<const run_options>(run_options{{"-race"}});
  of.fails("new");
  BOOST_TEST(of.suspects({{"new", {{2, 3}, {8, 9}}}}) == "add 1/0, sub 1/0");
}

// However many that passed ran it as it was before.
BOOST_AUTO_TEST_CASE(a_function_of_which_a_line_was_edited_comes_first_in_every_way_of_counting) {
  for (const auto kind : {attribution::test, attribution::package, attribution::run}) {
    session of{kind};
    for (int i = 0; i < 30; ++i) of.earlier({{"t" + std::to_string(i), {{2, 4}}}}, numbered_text(15));
    of.fails("new");
    of.sources.edits = {true, {{3}}};
    const std::string passing = kind == attribution::test ? "30" : "0";  // else its package ran it now
    BOOST_TEST(of.suspects({{"new", {{2, 4}, {8, 9}}}}) == "add 1/" + passing + " edited, sub 1/0");
  }
}

// Its process died before it could tell.
BOOST_AUTO_TEST_CASE(of_a_test_that_crashed_counts_what_it_ran_before) {
  session of;
  of.earlier({{"t1", {{2, 3}, {8, 9}}}, {"t2", {{2, 3}}}}, numbered_text(15));
  of.fails("t1", failure_kind::crash);
  BOOST_TEST(of.suspects({}) == "sub 1/0, add 1/1");
}

BOOST_AUTO_TEST_CASE(a_subtest_without_lines_has_those_of_the_test_that_it_is_a_part_of) {
  session of;
  of.earlier({{"t2", {{2, 3}}}}, numbered_text(15));
  of.fails("t1/part");
  BOOST_TEST(of.suspects({{"t1", {{2, 3}, {8, 9}}}}) == "sub 1/0, add 1/1");
}

// A rerun of other tests does not tell that the file is one.
BOOST_AUTO_TEST_CASE(a_file_whose_documentation_an_earlier_run_tested_is_one_of_the_product) {
  session of;
  of.earlier({{"t1", {{2, 3}}}}, numbered_text(15));
  auto documented = std::make_shared<coverage>(*of.known[0].data);
  documented->units[0].name = "a.go";
  documented->files["a.go"].documented = true;
  of.known[0].data = documented;
  of.fails("new");
  BOOST_TEST(of.suspects({{"new", {{2, 3}, {8, 9}}}}) == "sub 1/0, add 1/1");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
