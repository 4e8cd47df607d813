#include "parsers/languages/julia/plan.hpp"
#include "parsers/events/output_parser.hpp"
#include "tests/support/run_targets.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

namespace covey::parsers::languages::julia {
namespace {

test_block block(std::vector<std::string> literals, std::uint32_t first, std::uint32_t last) {
  test_block out;
  out.label = "outer > inner";
  out.path = {block_name{"outer"}, block_name{std::move(literals)}};
  out.line_start = first;
  out.line_end = last;
  return out;
}

const file_selection whole{"test/a.jl", true, {block({"x"}, 1, 2)}};
const file_selection literal{"test/a.jl", false, {block({"it's \"quoted\"\n$1"}, 3, 7)}};
const file_selection dynamic{"test/b c.jl", false, {block({"adds ", ""}, 10, 12)}};

plan_request request(std::vector<file_selection> selections, bool everything) {
  plan_request out;
  out.root = "/w";
  out.scratch = "/s";
  out.target = testing::target_of(std::move(selections), everything);
  return out;
}

const planned_file* file(const run_plan& plan, std::string_view path) {
  const auto it =
      std::find_if(plan.files.begin(), plan.files.end(), [&](const auto& f) { return f.path == path; });
  return it == plan.files.end() ? nullptr : &*it;
}

bool sets(const run_plan& plan, std::string_view name) {
  const auto& env = plan.commands.at(0).set_env;
  return std::any_of(env.begin(), env.end(), [&](const auto& entry) { return entry.first == name; });
}

run_results results_of(const run_plan& plan, std::string_view events) {
  const auto parser = plan.make_parser();
  parser->feed(stream::events, events);
  return parser->finish({run_ending::kind_type::exited, 0});
}

BOOST_AUTO_TEST_SUITE(julia_selections_of_a_plan)

BOOST_AUTO_TEST_CASE(a_selection_is_told_by_its_lines_and_its_own_label) {
  BOOST_TEST(selection_entries({whole, literal, dynamic}) == R"(["test/a.jl","0","0"])"
                                                             "\n"
                                                             R"(["test/a.jl","3","7","it's \"quoted\"\n$1"])"
                                                             "\n"
                                                             R"(["test/b c.jl","10","12","adds ",""])"
                                                             "\n");
}

BOOST_AUTO_TEST_CASE(selections_are_run_by_the_reporter) {
  const auto plan = make_plan(request({literal}, false), "1.10.4");
  BOOST_TEST(sets(plan, "COVEY_SELECTIONS"));
  BOOST_TEST(!sets(plan, "COVEY_SELECT"));
  BOOST_REQUIRE(file(plan, "/s/selections") != nullptr);
  BOOST_TEST(file(plan, "/s/selections")->text == selection_entries({literal}));
  BOOST_TEST(plan.notes.size() == 1u);
}

BOOST_AUTO_TEST_CASE(where_everything_runs_files_are_told_apart_by_what_is_written_in_them) {
  const auto plan = make_plan(request({whole, {"test/c.jl", true, {}}}, true), "1.10.4");
  BOOST_TEST(!sets(plan, "COVEY_SELECTIONS"));
  BOOST_TEST(plan.notes.empty());
  const auto results = results_of(plan, R"({"e":"start","runner":"julia"}
{"e":"report","group":"test/a.jl","name":"x","outcome":"passed"}
{"e":"report","group":"test/c.jl","name":"y","outcome":"passed"}
{"e":"end"}
)");
  const auto found = find_selected(results, plan.selected);
  BOOST_REQUIRE_EQUAL(found.size(), 2u);
  BOOST_TEST(found[0].tests == std::vector<std::size_t>{0}, boost::test_tools::per_element());
  BOOST_TEST(found[1].tests == std::vector<std::size_t>{1}, boost::test_tools::per_element());
}

// runtests.jl's testset holds what is written in other files; a test may be of several selections.
BOOST_AUTO_TEST_CASE(which_tests_are_of_a_selection_the_reporter_tells) {
  const auto plan = make_plan(request({whole, literal, dynamic}, false), "1.10.4");
  auto results = results_of(plan, R"({"e":"start","runner":"julia"}
{"e":"begin","group":"test/z.jl","name":"x","selections":[0],"file":"/w/test/z.jl","line":4}
{"e":"report","group":"test/z.jl","name":"x","outcome":"passed","selections":[0]}
{"e":"report","group":"test/a.jl","name":"y","outcome":"failed","selections":[0,1,77],"failures":[{"kind":"assertion","message":"no"}]}
{"e":"problem","group":"test/b c.jl","selections":[2],"failure":{"kind":"error","message":"does not load"}}
{"e":"end"}
)");
  auto found = find_selected(results, plan.selected);
  BOOST_REQUIRE_EQUAL(found.size(), 3u);
  const std::vector<std::size_t> both{0, 1}, second{1};
  BOOST_TEST(found[0].tests == both, boost::test_tools::per_element());
  BOOST_TEST(found[0].failed == 1u);
  BOOST_TEST(found[1].tests == second, boost::test_tools::per_element());
  BOOST_TEST(!found[1].success());
  BOOST_TEST(found[2].tests.empty());
  BOOST_TEST(found[2].failed == 1u);
  BOOST_TEST(results.tests[0].defined.line == 4u);
  add_unrun_selections(results, {whole, literal, dynamic}, plan.selected, found);
  BOOST_TEST(results.failures.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_selected_test_that_the_process_died_in_is_of_its_selection) {
  const auto plan = make_plan(request({literal}, false), "");
  const auto results = results_of(plan, R"({"e":"start","runner":"julia"}
{"e":"begin","group":"test/a.jl","name":"y","selections":[0]}
)");
  const auto found = find_selected(results, plan.selected);
  BOOST_TEST(found.at(0).tests.size() == 1u);
  BOOST_TEST(found.at(0).failed == 1u);
}

BOOST_AUTO_TEST_CASE(a_selected_helper_is_no_error) {
  const auto plan = make_plan(request({whole}, false), "");
  auto results = results_of(plan, R"({"e":"start","runner":"julia"}
{"e":"note","text":"test/a.jl holds no tests","selections":[0]}
{"e":"end"}
)");
  auto found = find_selected(results, plan.selected);
  add_unrun_selections(results, {whole}, plan.selected, found);
  BOOST_TEST(results.failures.empty());
  BOOST_TEST(results.notes.size() == 1u);
  BOOST_TEST(!found.at(0).success());
}

BOOST_AUTO_TEST_CASE(a_selection_of_which_nothing_ran_is_an_error) {
  const auto plan = make_plan(request({literal}, false), "");
  auto results = results_of(plan, "{\"e\":\"start\",\"runner\":\"julia\"}\n{\"e\":\"end\"}\n");
  auto found = find_selected(results, plan.selected);
  add_unrun_selections(results, {literal}, plan.selected, found);
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1u);
  BOOST_TEST(results.failures[0].where.file == "test/a.jl");
  BOOST_TEST(results.failures[0].where.line == 3u);
  BOOST_TEST(!found.at(0).success());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::julia
