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
    line_list found = {};                       // of it; with those that ran in no test's name
    std::vector<std::string> idle = {};         // of the files: those of which a line was found that did not run
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
    auto& measured = data->files[of.files.front()];
    measured.by_unit = {std::move(units), std::move(sets)};
    for (auto line : of.found) {
      if (!measured.by_unit.units_of(line.line).empty()) line.hits = 1;
      measured.lines.push_back(line);
    }
    for (const auto& name : of.idle) data->files[name].lines = {{1, 0}};
    data->lines =
        std::make_shared<const hashed_sources>(hashed_sources{{"a.go", hashes_of_lines(of.source)}});
    measured_run one{.id = next++, .language = of.language, .options = of.with, .data = data};
    if (!of.is_complete) one.partial = "it was cut";
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

  // "1 2, not 3": which lines of the file ran and did not, of what all tests ran when they last ran. And "; " each note.
  std::string all_of(const std::string& file = "a.go") const {
    const auto all = known_of(*known, "go");
    if (!all) return "one run";
    const auto found = all->data->files.find(file);
    std::string ran, missed, out;
    if (found != all->data->files.end())
      for (const auto line : found->second.lines) (line.hits > 0 ? ran : missed) += std::to_string(line.line) + " ";
    out = ran + "not " + missed;
    for (const auto& note : all->data->notes) out += "; " + note;
    return out;
  }

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
  BOOST_TEST(of.known->runs.size() == 2u);  // the run of all is kept: files that nothing ran are known by it
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
  BOOST_TEST(of.known->runs.size() == 2u);
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

// What a run of some tests must not change: the lines of the others.
BOOST_AUTO_TEST_SUITE(known_of_all_tests)

const line_list five{{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}};

BOOST_AUTO_TEST_CASE(the_lines_of_tests_that_did_not_run_again_still_count) {
  session of;
  of.run({{"p", "A", {1, 2}}, {"p", "B", {2, 3}}}, {.found = five});
  BOOST_TEST(of.all_of() == "one run");
  of.run({{"p", "A", {5, 5}}}, {.is_whole = false, .found = five});
  BOOST_TEST(of.all_of() == "2 3 5 not 1 4 ; 1 test newer than run 1");
  of.run({{"p", "A", {1, 1}}, {"p", "C", {4, 4}}}, {.is_whole = false, .found = five});
  BOOST_TEST(of.all_of() == "1 2 3 4 not 5 ; 2 tests newer than run 1");
  of.run({{"p", "A", {1, 1}}}, {.found = five});
  BOOST_TEST(of.all_of() == "one run");
}

// Those of a process that no test is known for, and those of files that nothing loaded this time.
BOOST_AUTO_TEST_CASE(lines_of_no_test_and_files_that_nothing_ran_count_until_a_run_of_all) {
  session of;
  const line_list found{{1, 0}, {2, 1}, {3, 0}};
  of.run({{"p", "A", {1, 1}}}, {.files = {"a.go", "b.go"}, .found = found, .idle = {"b.go"}});
  of.run({{"p", "A", {3, 3}}}, {.is_whole = false, .files = {"a.go", "b.go"}, .found = {{3, 0}}});
  BOOST_TEST(of.all_of() == "2 3 not 1 ; 1 test newer than run 1");
  BOOST_TEST(of.all_of("b.go") == "not 1 ; 1 test newer than run 1");
  BOOST_TEST(of.covering(2) == "");
  BOOST_TEST(oldest_of(std::get<file_in_runs>(find_file(of.known, "a.go"))).id == 2u);
  of.run({{"p", "B", {1, 1}}}, {.files = {"a.go", "b.go"}, .found = {{1, 0}}});
  BOOST_TEST(of.known->runs.size() == 1u);
}

BOOST_AUTO_TEST_CASE(lines_are_those_of_the_newest_run_that_has_the_file) {
  session of;
  of.run({{"p", "A", {2, 2}}, {"p", "B", {3, 3}}}, {.source = "f\na\nb\nc\n", .found = {{2, 0}, {3, 0}, {4, 0}}});
  of.run({{"p", "B", {5, 5}}}, {.is_whole = false, .source = "new\nf\na\nx\nb\n", .found = {{1, 0}, {3, 0}, {4, 0}, {5, 0}}});
  BOOST_TEST(of.all_of() == "3 5 not 1 4 ; 1 test newer than run 1");
}

// A line that took the place of one that ran, and one of which no code is left.
BOOST_AUTO_TEST_CASE(what_stands_in_place_of_a_line_that_ran_has_run_if_it_is_code) {
  session of;
  of.run({{"p", "A", {2, 3}}, {"p", "B", {1, 1}}}, {.source = "f\na\nb\n", .found = {{1, 0}, {2, 0}, {3, 0}}});
  of.run({{"p", "B", {1, 1}}}, {.is_whole = false, .source = "f\nA\n# b\n", .found = {{1, 0}, {2, 0}}});
  BOOST_TEST(of.all_of() == "1 2 not ; 1 test newer than run 1");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_gone_does_not_count_nor_do_its_tests) {
  session of;
  of.run({{"t.go", "A", {1, 1}}, {"u.go", "B", {2, 2}}}, {.files = {"a.go", "b.go", "t.go", "u.go"}, .found = five, .idle = {"b.go"}});
  of.run({{"u.go", "B", {2, 2}}}, {.is_whole = false, .files = {"a.go", "u.go"}, .found = five});
  BOOST_TEST(of.all_of("b.go") == "not ; 1 test newer than run 1");
  BOOST_TEST(of.all_of() == "2 not 1 3 4 5 ; 1 test newer than run 1");
}

BOOST_AUTO_TEST_CASE(a_run_that_was_cut_is_one_of_some_tests_and_says_why) {
  session of;
  of.run({{"p", "A", {1, 1}}, {"p", "B", {2, 2}}}, {.found = five});
  of.run({{"p", "A", {3, 3}}}, {.is_complete = false, .found = five});
  BOOST_TEST(of.all_of() == "2 3 not 1 4 5 ; 1 test newer than run 1; the coverage of run 2 is of a part of the tests only: it was cut");
}

BOOST_AUTO_TEST_CASE(tests_of_a_run_with_options_are_older_than_the_run_of_all_after_it) {
  session of;
  const auto slow = std::make_shared<const run_options>(run_options{{"-slow"}, {}});
  of.run({{"p", "Slow", {5, 5}}, {"p", "A", {4, 4}}}, {.with = slow, .found = five});
  of.run({{"p", "A", {1, 1}}}, {.found = five});
  BOOST_TEST(of.all_of() == "1 5 not 2 3 4 ; 1 test older than run 2");
  of.run({{"p", "Slow", {3, 3}}}, {.with = slow, .found = five});
  BOOST_TEST(of.all_of() == "1 3 not 2 4 5 ; 1 test newer than run 2");
}

BOOST_AUTO_TEST_CASE(of_a_unit_of_several_tests_all_lines_count_until_all_have_run_again) {
  session of;
  auto data = std::make_shared<coverage>();
  data->unit_kind = attribution::package;
  data->units = {{"p", {"A", "B"}}};
  data->files["a.go"].lines = {{1, 1}, {2, 1}, {3, 0}};
  data->files["a.go"].by_unit = {{0, {{1, 2}}}};
  measured_run one{.id = 1, .language = "go", .data = data};
  one.files = std::make_shared<const file_index>(*data, "/w");
  of.known = std::make_shared<const measured_runs>(with_run({}, {std::move(one), "/w", {}, true, true}));
  of.next = 2;
  of.run({{"p", "A", {3, 3}}}, {.is_whole = false, .found = five});
  BOOST_TEST(of.all_of() == "1 2 3 not 4 5 ; 1 test newer than run 1; a line that a package ran in run 1 counts until all of its tests have run again");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
