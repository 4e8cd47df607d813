#include "parsers/coverage/measured_runs.hpp"
#include "parsers/coverage/lookup.hpp"
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>

namespace covey::parsers {
namespace {

struct ran {
  std::string group;
  std::string test;  // empty: loading
  line_range lines = {1, 1};
};

struct session {
  measured_runs_ptr known = std::make_shared<const measured_runs>();
  std::uint64_t next = 1;

  struct options {
    bool is_whole = true;
    bool is_complete = true;
    run_options_ptr with = {};
    std::string language = "go";
    std::string source = {};                    // of a.go when it ran
    std::vector<test_id> also = {};             // tests that ran no line
    std::vector<std::string> files = {"a.go"};  // that there are: the first one has the lines
  };

  void run(const std::vector<ran>& all, const options& of) {
    auto data = std::make_shared<coverage>();
    data->unit_kind = attribution::test;
    run_results results;
    std::vector<unit_set> units;
    packed_line_sets sets;
    for (const auto& one : all) {
      units.push_back({static_cast<std::uint32_t>(data->units.size()),
                       static_cast<std::uint32_t>(sets.add({one.lines}))});
      data->units.push_back({one.group, {}});
      if (one.test.empty()) continue;
      data->units.back().tests.push_back(one.test);
      add_result(results, {one.group, one.test});
    }
    for (const auto& id : of.also) add_result(results, id);
    data->files[of.files.front()].by_unit = {std::move(units), std::move(sets)};
    data->lines =
        std::make_shared<const hashed_sources>(hashed_sources{{"a.go", hashes_of_lines(of.source)}});
    measured_run one{.id = next++, .language = of.language, .options = of.with, .data = data};
    auto there = std::make_shared<fingerprint>();
    for (const auto& file : of.files) there->files.push_back({.path = shared_text{file}});
    one.fingerprints.before = there;
    one.files = std::make_shared<const file_index>(*data, "/w");
    known = std::make_shared<const measured_runs>(
        with_run(*known, {std::move(one), "/w", results, of.is_complete, of.is_whole}));
  }
  void run(const std::vector<ran>& all) { run(all, {}); }
  void part(const std::vector<ran>& all, std::vector<test_id> also = {}) {
    run(all, {.is_whole = false, .also = std::move(also)});
  }

  // "p.A of run 1, p.B of run 2": who runs the line of a.go.
  std::string covering(std::uint32_t line = 0, std::string_view now = {}) {
    const auto found = find_file(known, "a.go");
    const auto lines = hashes_of_lines(now);
    covered_ = find_covering(std::get<file_in_runs>(found), line, now.empty() ? nullptr : &lines);
    std::set<std::string> out;
    for (const auto* unit : covered_.units)
      out.insert(unit->name + (unit->tests.empty() ? "" : "." + unit->tests.front()));
    std::string text;
    for (const auto& name : out) text += (text.empty() ? "" : ", ") + name;
    return text;
  }
  std::size_t tests_of(std::uint64_t id) const {
    const auto found = covered_.tests.find(id);
    return found == covered_.tests.end() ? 0 : found->second;
  }
  const covered_by& last() const { return covered_; }

 private:
  static void add_result(run_results& to, const test_id& id) {
    test_record one;
    one.id = id;
    one.result = outcome::passed;
    to.tests.push_back(std::move(one));
  }
  covered_by covered_;
};

BOOST_AUTO_TEST_SUITE(runs_that_measured)

BOOST_AUTO_TEST_CASE(a_run_of_some_tests_replaces_only_their_entries) {
  session of;
  of.run({{"p", "A", {1, 2}}, {"p", "B", {2, 3}}, {"q", "C", {2, 2}}});
  of.part({{"p", "A", {5, 5}}});
  BOOST_TEST(of.covering(1) == "");
  BOOST_TEST(of.covering(2) == "p.B, q.C");
  BOOST_TEST(of.covering(5) == "p.A");
  BOOST_TEST(of.tests_of(2) == 1u);
  BOOST_TEST(of.covering() == "p.A, p.B, q.C");
  BOOST_TEST(of.tests_of(1) == 2u);
}

BOOST_AUTO_TEST_CASE(a_test_that_ran_no_line_this_time_has_no_entry_left) {
  session of;
  of.run({{"p", "A"}, {"p", "B"}});
  of.part({{"p", "B"}}, {{"p", "A"}});
  BOOST_TEST(of.covering() == "p.B");
  BOOST_TEST(of.known->runs.size() == 1u);
}

// Its process died, or it measured another group only.
BOOST_AUTO_TEST_CASE(a_test_that_was_not_measured_keeps_its_entry) {
  session of;
  of.run({{"p", "A"}, {"q", "B"}});
  of.part({{"p", "A"}}, {{"q", "B"}});
  BOOST_TEST(of.covering() == "p.A, q.B");
  of.run({{"q", "X"}}, {.is_complete = false, .also = {{"q", "B"}}});
  BOOST_TEST(of.covering() == "p.A, q.B, q.X");
}

BOOST_AUTO_TEST_CASE(a_whole_run_replaces_all_and_one_that_was_cut_does_not) {
  session of;
  of.run({{"p", "A"}, {"p", "B"}});
  of.part({{"p", "B"}});
  of.run({{"p", "A"}}, {.is_complete = false});
  BOOST_TEST(of.covering() == "p.A, p.B");
  of.run({{"p", "C"}});
  BOOST_TEST(of.covering() == "p.C");
}

BOOST_AUTO_TEST_CASE(a_whole_run_with_options_of_its_own_is_one_of_some_tests) {
  const auto is_short = std::make_shared<const run_options>(run_options{{"-short"}, {}});
  session of;
  of.run({{"p", "A"}, {"p", "Long"}});
  of.run({{"p", "A"}}, {.with = is_short});
  BOOST_TEST(of.covering() == "p.A, p.Long");
  of.run({{"p", "B"}}, {.with = is_short});
  BOOST_TEST(of.covering() == "p.B, p.Long");
  of.run({{"p", "C"}});
  BOOST_TEST(of.covering() == "p.B, p.C");
}

BOOST_AUTO_TEST_CASE(each_language_has_its_own_runs) {
  session of;
  of.run({{"p", "A"}});
  of.run({{"p", "A"}}, {.language = "rust"});
  BOOST_TEST(of.known->runs.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_parent_keeps_what_those_subtests_ran_that_did_not_run_again) {
  session of;
  of.run({{"p", "T", {1, 9}}, {"p", "T/a", {1, 1}}, {"p", "T/b", {2, 2}}});
  of.part({{"p", "T", {3, 3}}, {"p", "T/a", {1, 1}}});
  BOOST_TEST(of.covering(7) == "p.T");
  BOOST_TEST(of.covering(2) == "p.T, p.T/b");
  of.part({{"p", "T", {3, 3}}, {"p", "T/a", {1, 1}}, {"p", "T/b", {2, 2}}});
  BOOST_TEST(of.covering(7) == "");
  BOOST_TEST(of.covering() == "p.T, p.T/a, p.T/b");
  BOOST_TEST(of.known->runs.size() == 1u);
}

// Python's loading has no group: a run of one test loads a part of the project.
BOOST_AUTO_TEST_CASE(what_ran_while_the_whole_project_was_loaded_stays_known) {
  session of;
  of.run({{"", "", {1, 2}}, {"t.py", "A", {3, 3}}});
  of.part({{"", "", {1, 1}}, {"t.py", "A", {3, 3}}});
  BOOST_TEST(of.covering(2) == "");
  BOOST_TEST(of.last().units.size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_ran_at_load_is_replaced_by_the_group) {
  session of;
  of.run({{"p", "", {1, 1}}, {"q", "", {2, 2}}, {"p", "A", {3, 3}}});
  of.part({{"p", "", {4, 4}}, {"p", "A", {3, 3}}});
  BOOST_TEST(of.covering(1) == "");
  BOOST_TEST(of.covering(2) == "q");
  BOOST_TEST(of.covering(4) == "p");
}

BOOST_AUTO_TEST_CASE(a_unit_of_several_tests_keeps_those_that_did_not_run_again) {
  session of;
  auto data = std::make_shared<coverage>();
  data->unit_kind = attribution::package;
  data->units = {{"p", {"A", "B"}}};
  data->files["a.go"].by_unit = {{0, {{1, 9}}}};
  measured_run one{.id = 1, .language = "go", .data = data};
  one.files = std::make_shared<const file_index>(*data, "/w");
  of.known = std::make_shared<const measured_runs>(with_run({}, {std::move(one), "/w", {}, true, true}));
  of.next = 2;
  of.part({{"p", "A", {3, 3}}});
  BOOST_TEST(of.covering(9) == "p.B");
  BOOST_TEST((of.last().unit_kind == attribution::package));
  BOOST_TEST(of.tests_of(1) == 1u);
}

BOOST_AUTO_TEST_CASE(each_entry_is_asked_in_the_lines_that_it_was_measured_on) {
  session of;
  of.run({{"p", "A", {2, 2}}, {"p", "B", {3, 3}}}, {.source = "f\na\nb\n"});
  of.run({{"p", "B", {5, 5}}}, {.is_whole = false, .source = "new\nf\na\nx\nb\n"});
  const auto* const now = "# c\nnew\nf\na\nx\nb\n";
  BOOST_TEST(of.covering(4, now) == "p.A");
  BOOST_TEST(of.covering(6, now) == "p.B");
  BOOST_TEST(of.covering(2, now) == "");
  BOOST_TEST(of.last().added_since == 1u);
  BOOST_TEST(of.covering(1, now) == "");
  BOOST_TEST(of.last().added_since == 2u);
  BOOST_TEST(of.covering(5, "f\nA\nb\n") == "");
  BOOST_TEST(of.covering(2, "f\nA\nb\n") == "p.A");
  BOOST_TEST(of.last().edited_since == 1u);
}

// The test that ran the line ran again since it was edited.
BOOST_AUTO_TEST_CASE(a_line_was_not_edited_for_a_run_without_a_test_that_ran_it) {
  session of;
  of.run({{"p", "A", {2, 2}}, {"p", "B", {3, 3}}}, {.source = "f\na\nb\n"});
  of.run({{"p", "A", {2, 2}}}, {.is_whole = false, .source = "f\nA\nb\n"});
  BOOST_TEST(of.covering(2, "f\nA\nb\n") == "p.A");
  BOOST_TEST(of.last().edited_since == 0u);
}

BOOST_AUTO_TEST_CASE(where_the_lines_of_now_or_then_are_not_known_it_says_so) {
  session of;
  of.run({{"p", "A", {2, 2}}}, {.source = "f\na\n"});
  BOOST_TEST(of.covering(2) == "p.A");
  BOOST_TEST(of.last().not_known_in == 1u);
  BOOST_TEST(of.covering(0) == "p.A");
  BOOST_TEST(of.last().not_known_in == 0u);
}

// A function was moved into it, and one test ran since.
BOOST_AUTO_TEST_CASE(a_file_that_is_newer_than_a_run_says_so) {
  session of;
  of.run({{"p", "A"}, {"p", "B"}}, {.files = {"b.go"}});
  of.run({{"p", "A"}}, {.is_whole = false, .files = {"a.go", "b.go"}});
  BOOST_TEST(of.covering() == "p.A");
  BOOST_TEST(of.last().added_since == 1u);
  BOOST_TEST(oldest_of(std::get<file_in_runs>(find_file(of.known, "a.go"))).id == 1u);
}

BOOST_AUTO_TEST_CASE(too_many_runs_of_some_tests_drop_the_oldest_of_the_smallest) {
  session of;
  of.run({{"p", "A"}, {"p", "B"}});
  for (std::size_t i = 0; i < max_measured_runs + 2; ++i) of.part({{"p", "T" + std::to_string(i)}});
  BOOST_TEST(of.known->runs.size() == max_measured_runs);
  BOOST_TEST(of.known->dropped.at("go") == 3u);
  BOOST_TEST(of.covering().find("p.A, p.B") == 0u);
  of.run({{"p", "A"}});
  BOOST_TEST(of.known->dropped.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
