#include "protocol/render/words.hpp"
#include "protocol/render/failures/views.hpp"
#include "protocol/render/run/answers.hpp"
#include "protocol/text.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey;
using namespace covey::protocol;
using verdict_type = parsers::freshness::verdict_type;

namespace {

run_freshness fresh_tree() {
  run_freshness out;
  out.run_id = 7;
  out.age = std::chrono::seconds{3};
  out.files.verdict = verdict_type::fresh;
  return out;
}

run_freshness stale_tree(parsers::content_changes since) {
  auto out = fresh_tree();
  out.files.verdict = verdict_type::stale;
  out.files.since = std::move(since);
  return out;
}

parsers::fingerprint_ptr tree_of(std::vector<parsers::file_content> files) {
  return std::make_shared<const parsers::fingerprint>(parsers::fingerprint{std::move(files), {}});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(freshness_line_suite)

BOOST_AUTO_TEST_CASE(an_unchanged_tree_is_fresh) {
  BOOST_TEST(freshness_line(fresh_tree()) == "fresh: nothing has changed since run 7");
  BOOST_TEST(to_text(freshness_object(fresh_tree())) == R"({"run":7,"age_s":3,"stale":false})");
}

BOOST_AUTO_TEST_CASE(changed_files_are_named) {
  BOOST_TEST(freshness_line(stale_tree({{"src/cart.py", "tests/test_cart.py"}, {}, {}})) ==
             "stale: 2 files changed since run 7: src/cart.py, tests/test_cart.py");
  BOOST_TEST(freshness_line(stale_tree({{"a.py"}, {"b.py"}, {"c.py"}})) ==
             "stale: 1 file changed, 1 new, 1 deleted since run 7: a.py, b.py (new), c.py (deleted)");
  BOOST_TEST(freshness_line(stale_tree({{}, {"b.py"}, {}})) == "stale: 1 file added since run 7: b.py");
}

BOOST_AUTO_TEST_CASE(files_that_changed_while_it_ran_are_said_to) {
  auto freshness = stale_tree({{"a.py"}, {}, {}});
  freshness.files.during_run = 1;
  BOOST_TEST(freshness_line(freshness) ==
             "stale: 1 file changed since run 7: a.py; 1 while it ran, so it may have seen either version");
}

BOOST_AUTO_TEST_CASE(files_that_runs_rewrite_are_named_where_nothing_else_has_changed) {
  auto freshness = fresh_tree();
  freshness.files.rewritten = {"tests/fix.txt"};
  BOOST_TEST(freshness_line(freshness) ==
             "fresh: nothing has changed since run 7 but a file, written while it and the run before it ran: "
             "tests/fix.txt");
  BOOST_TEST(to_text(freshness_object(freshness)) == R"({"run":7,"age_s":3,"stale":false,"rewritten":1})");
}

BOOST_AUTO_TEST_CASE(at_most_ten_files_are_named) {
  parsers::content_changes since;
  for (int i = 0; i < 13; ++i) since.changed.emplace_back("f" + std::to_string(10 + i));
  const auto freshness = stale_tree(since);
  BOOST_TEST(freshness_line(freshness).ends_with("f18, f19 and 3 more"));
  const auto object = freshness_object(freshness);
  BOOST_TEST(object.at("files").as_array().size() == 10u);
  BOOST_TEST(object.at("changed").to_number<int>() == 13);
}

BOOST_AUTO_TEST_CASE(what_is_not_known_is_neither_fresh_nor_stale) {
  run_freshness freshness;
  freshness.run_id = 7;
  freshness.files.unknown = {"more than 200000 files: the rest was left out"};
  BOOST_TEST(freshness_line(freshness) ==
             "not known whether run 7 still holds: more than 200000 files: the rest was left out");
  BOOST_TEST(freshness_object(freshness).at("stale").is_null());
}

BOOST_AUTO_TEST_CASE(it_takes_less_than_half_of_the_least_budget) {
  constexpr std::size_t half = 1000;
  parsers::content_changes since;
  for (int i = 0; i < 30; ++i) since.removed.emplace_back(std::string(180, 'd') + std::to_string(i));
  auto freshness = stale_tree(since);
  freshness.files.during_run = 1;
  for (int i = 0; i < 9; ++i)
    freshness.files.unknown.push_back(std::to_string(i) + std::string(4000, 'd') +
                                      " could not be looked into: no");
  BOOST_TEST(freshness_bytes(freshness) < half);
  BOOST_TEST(freshness_line(freshness).find(" and 28 more; 1 while it ran") != std::string::npos);
  BOOST_TEST(freshness_line(freshness).ends_with("ddd could not be looked into: no; and 7 reasons more"));
  freshness.files.since = {};
  freshness.files.verdict = verdict_type::unknown;
  BOOST_TEST(freshness_bytes(freshness) < half);
  freshness.files.unknown = {std::string(100, 'x') + std::string(60, '\\') + "\n\n" + std::string(99, 'y')};
  BOOST_TEST(freshness_bytes(freshness) < half);
}

BOOST_AUTO_TEST_CASE(names_of_files_cannot_break_the_line) {
  const auto line = freshness_line(stale_tree({{"a\nfresh: nothing"}, {}, {}}));
  BOOST_TEST(line.find('\n') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(both_halves_of_an_answer_get_it) {
  const auto freshness = fresh_tree();
  tool_answer text{"two failures", {{"total", 2}}, false};
  add_freshness(text, &freshness);
  BOOST_TEST(text.text == "two failures\nfresh: nothing has changed since run 7");
  BOOST_TEST(text.structured.contains("freshness"));
  auto json = json_answer({{"total", 2}});
  add_freshness(json, &freshness);
  BOOST_TEST(text_of(json) == to_text(json.structured));
  BOOST_TEST(json.structured.contains("freshness"));
  auto error = tool_error("no");
  add_freshness(error, &freshness);
  BOOST_TEST(error.text == "no");
  add_freshness(text, nullptr);
}

BOOST_AUTO_TEST_CASE(the_answer_of_a_run_itself_begins_with_its_verdict_and_ends_with_its_exit) {
  parsers::finished_run run;
  run.id = 7;
  run.language = "go";
  run.ending = {parsers::run_ending::kind_type::exited, 0, false, false};
  answer_view view;
  view.freshness = std::make_shared<const run_freshness>(fresh_tree());
  for (const auto output : {run_output::raw, run_output::summary}) {
    view.of_own_run = false;
    const auto later = render_run(run, output, view);
    BOOST_TEST(later.text.ends_with("exit: 0\nfresh: nothing has changed since run 7"));
    BOOST_TEST(later.structured.contains("freshness"));
    view.of_own_run = true;
    const auto own = render_run(run, output, view);
    BOOST_TEST(own.text.starts_with("no_tests (go, run 7)"));
    BOOST_TEST(own.text.ends_with("exit: 0"));
    BOOST_TEST(own.text.find("fresh") == std::string::npos);
    BOOST_TEST(!own.structured.contains("freshness"));
  }
  view.freshness = std::make_shared<const run_freshness>(stale_tree({{"a.go"}, {}, {}}));
  const auto stale = render_run(run, run_output::summary, view);
  BOOST_TEST(stale.text.find("\nstale: 1 file changed since run 7: a.go\n") != std::string::npos);
  BOOST_TEST(stale.text.ends_with("exit: 0"));
  BOOST_TEST(stale.structured.contains("freshness"));
}

BOOST_AUTO_TEST_CASE(failures_whose_files_have_changed_are_marked) {
  parsers::finished_run run;
  run.id = 7;
  run.root = "/w";
  run.results.failures.resize(3);
  run.results.failures[0].where = {"a.py", 3};
  run.results.failures[1].where = {"/w/b.py", 3};
  run.results.failures[2].where = {"a.py", 4};
  run.results.failures[2].raised_at = {"b.py", 1};
  auto freshness = stale_tree({{"b.py"}, {}, {}});
  freshness.saw = tree_of({{"a.py", 1}, {"b.py", 2}});
  freshness.now = tree_of({{"a.py", 1}, {"b.py", 3}});
  // What an earlier run left failing is as old as that run.
  run.still_failing.push_back({std::make_shared<parsers::failure>(run.results.failures[1]), "go", 6, 0,
                               tree_of({{"a.py", 1}, {"b.py", 3}})});
  run.still_failing.push_back(
      {std::make_shared<parsers::failure>(run.results.failures[0]), "go", 6, 0, tree_of({{"a.py", 9}})});
  const auto all = all_failures(run, &freshness);
  const std::vector<bool> stale{all[0].is_stale, all[1].is_stale, all[2].is_stale, all[3].is_stale,
                                all[4].is_stale};
  BOOST_TEST(stale == (std::vector<bool>{false, true, true, false, true}), boost::test_tools::per_element());
  BOOST_TEST(!all_failures(run)[1].is_stale);
  const source_lines none;
  const failure_style style{none, 7, ""};
  BOOST_TEST(name_line(named_view(all[1], style)).ends_with(" (its file has changed since)"));
  BOOST_TEST(object_of(view_of(all[1], style, 1000), false, false).at("stale").as_bool());
}

BOOST_AUTO_TEST_SUITE_END()
