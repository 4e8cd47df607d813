// The tools that run tests, and those that ask about runs.
#include "tests/protocol/tools/tools_fixture.hpp"
#include "protocol/tools/limits.hpp"

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;

parsers::listed_file file_with(std::string path, const std::vector<std::string>& labels) {
  auto found = std::make_shared<parsers::file_blocks>();
  for (const auto& label : labels) {
    found->blocks.emplace_back();
    found->blocks.back().label = label;
  }
  return {std::move(path), std::move(found)};
}

const parsers::test_listing listing{
    .root = "/w",
    .language = "go",
    .test_folder = "",
    .files = {file_with("a_test.go", {"TestOne", "TestTwo"}), file_with("b_test.go", {"TestThree"})},
    .notes = {}};

run_selection select(std::string_view name, std::string_view arguments_json) {
  const auto& of = tool_named(name);
  return of.select(call_of(of, arguments_json), listing);
}

const run_to_start& start_of(const question& asked) {
  return std::get<run_to_start>(asked.run);
}

BOOST_AUTO_TEST_SUITE(run_tools)

BOOST_AUTO_TEST_CASE(a_run_waits_as_long_as_its_client_does) {
  const auto asked = ask("run_tests");
  BOOST_TEST((start_of(asked).wait == 45s));
  // The settings of the workspace decide.
  BOOST_TEST(!start_of(asked).timeout);
  BOOST_TEST(!start_of(asked).coverage);
  BOOST_TEST((asked.projects == projects_asked::one));
  BOOST_TEST((start_of(ask("run_tests", R"({"wait": 0.0001})")).wait == 1ms));
  BOOST_TEST(!start_of(ask("run_tests", R"({"coverage": false})")).coverage.value());
}

BOOST_AUTO_TEST_CASE(a_rerun_knows_its_project_from_the_run_that_it_repeats) {
  BOOST_TEST((ask("run_failing_tests").projects == projects_asked::none));
  BOOST_TEST((ask("run_failing_tests", R"({"language": "go"})").projects == projects_asked::one));
}

BOOST_AUTO_TEST_CASE(words_and_variables_are_taken_as_they_are_given) {
  BOOST_TEST(!start_of(ask("run_failing_tests")).options);
  const auto none = ask("run_failing_tests", R"({"args": []})");
  BOOST_TEST((start_of(none).options == parsers::run_options{}));
  const auto some = ask("run_tests", R"({"args": ["-m", "not slow"], "env": {"TZ": "UTC"}})");
  BOOST_TEST((start_of(some).options == parsers::run_options{{"-m", "not slow"}, {{"TZ", "UTC"}}}));
  BOOST_TEST(ask("run_testblocks", R"({"labels": ["x"], "env": {"A=B": "x"}})").refusal ==
             "env A=B has a \"=\" in its name: write {\"NAME\": \"value\"}");
}

BOOST_AUTO_TEST_CASE(a_query_or_names_are_required_and_not_both) {
  BOOST_TEST(ask("run_testfiles").refusal == "query or files is required");
  BOOST_TEST(ask("run_testblocks", R"({"testset_query": "x", "labels": ["x"]})").refusal ==
             "testset_query or labels, not both: labels holds exact names");
  BOOST_TEST(ask("run_testblocks", R"({"labels": ["x"]})").refusal == "");
}

BOOST_AUTO_TEST_CASE(blocks_are_selected_by_query_or_by_name) {
  BOOST_TEST(select("run_testblocks", R"({"testset_query": "'TestT"})").selections.size() == 2u);
  const auto named = select("run_testblocks", R"({"labels": ["TestTwo", "TestTwoo"]})");
  BOOST_REQUIRE(named.selections.size() == 1u);
  BOOST_TEST(named.selections.front().file == "a_test.go");
  BOOST_REQUIRE(named.unknown.size() == 1u);
  BOOST_TEST(named.unknown.front().advice ==
             "near: TestTwo; list_testblocks shows the labels that there are");
  BOOST_TEST(select("run_testblocks", R"({"testset_query": "zzz"})").no_match);
  BOOST_TEST(select("run_testblocks", R"({"labels": []})").refusal == "labels is empty: name at least one");
}

BOOST_AUTO_TEST_CASE(files_are_selected_as_they_are_listed_or_by_name) {
  BOOST_TEST(select("run_testfiles", R"({"query": "test"})").selections.size() == 2u);
  BOOST_TEST(select("run_all_tests", "{}").selections.size() == 2u);
  const auto named = select("run_testfiles", R"({"files": ["b_test.go"]})");
  BOOST_REQUIRE(named.selections.size() == 1u);
  BOOST_TEST(named.selections.front().whole_file);
  BOOST_TEST(select("run_testfiles", R"({"files": ["c_test.go"]})")
                 .refusal.starts_with("nothing is listed under exactly these files: c_test.go"));
}

BOOST_AUTO_TEST_CASE(more_selections_than_a_runner_takes_are_refused) {
  const auto& of = tool_named("run_testfiles");
  parsers::test_listing many;
  many.files.resize(limits::selections + 1);
  BOOST_TEST(of.select(call_of(of, R"({"query": "x"})"), many).refusal ==
             "the query matches 2001 files, the limit is 2000: narrow it, or use run_all_tests");
}

BOOST_AUTO_TEST_CASE(what_matched_nothing_is_said_and_nothing_runs) {
  reply found;
  found.listing = std::make_shared<const parsers::test_listing>(listing);
  found.selection.no_match = true;
  found.selection.unmatched = "zzz";
  const auto out = answer("run_testblocks", R"({"testset_query": "zzz"})", found);
  BOOST_TEST(out.text == "No matches for 'zzz'");
  BOOST_TEST(out.structured.contains("blocks_run"));
}

BOOST_AUTO_TEST_CASE(a_run_that_did_not_come_about_says_why) {
  reply found;
  found.run = refused_run{"nothing_to_rerun", "nothing failed"};
  auto out = answer("run_failing_tests", "{}", found);
  BOOST_TEST(!out.is_error);
  BOOST_TEST(out.structured.at("status").as_string() == "nothing_to_rerun");
  found.run = refused_run{"", "go: not found on PATH"};
  out = answer("run_tests", "{}", found);
  BOOST_TEST(out.is_error);
  BOOST_TEST(out.text == "run_tests: go: not found on PATH");
  found.run = run_in_preparation{};
  BOOST_TEST(answer("run_tests", "{}", found).structured.at("status").as_string() == "preparing");
}

BOOST_AUTO_TEST_CASE(whoever_asks_for_an_output_gets_text_from_tools_that_answer_in_json) {
  auto found = with_run(sample_red_run());
  found.listing = std::make_shared<const parsers::test_listing>(listing);
  BOOST_TEST(answer("run_all_tests", "{}", found).is_json);
  const auto text = answer("run_all_tests", R"({"output": "summary"})", found);
  BOOST_TEST(!text.is_json);
  BOOST_TEST(text.text.ends_with("exit: 1"));
  BOOST_TEST(text.structured.contains("files_run"));
  BOOST_TEST(answer("run_all_tests", "{}", with_partial_run()).is_json);
  BOOST_TEST(
      answer("run_all_tests", R"({"output": "raw"})", with_partial_run()).text.starts_with("still running"));
}

BOOST_AUTO_TEST_CASE(a_range_that_cannot_be_read_is_refused_before_anything_is_asked) {
  BOOST_TEST(ask("run_status", R"({"range": "x"})").refusal.starts_with("range"));
  BOOST_TEST(ask("run_status", R"({"range": "0-5"})").refusal == "");
}

BOOST_AUTO_TEST_CASE(a_run_that_goes_on_has_no_pages_yet) {
  BOOST_TEST(answer("run_status", R"({"page": 1})", with_partial_run())
                 .text.ends_with("page and range are of runs that have ended\n"));
}

BOOST_AUTO_TEST_CASE(a_run_without_results_says_what_became_of_it) {
  reply found;
  found.run = unknown_run{9, {1, 2}};
  BOOST_TEST(
      answer("run_status", R"({"run": 9})", found).text ==
      "run_status: no run 9 is known: kept are the latest 16, now 1, 2; leave `run` out for the latest");
  found.run = unknown_run{};
  BOOST_TEST(answer("cancel_run", "{}", found).structured.at("status").as_string() == "no_run");
  found.run = lost_run{5, "/w", false, "no tests"};
  BOOST_TEST(answer("run_status", "{}", found).text == "run 5 did not run: no tests");
  found.run = unheard_run{5, 10s};
  BOOST_TEST(answer("run_status", "{}", found).text.starts_with("run 5 goes on, or is being prepared"));
}

BOOST_AUTO_TEST_CASE(a_stopped_run_says_how_far_it_came) {
  reply found;
  found.run = stopped_run{.id = 4, .had_begun = false};
  BOOST_TEST(answer("cancel_run", "{}", found).text == "cancelled run 4: it had not begun");
  found.run = stopped_run{.id = 4, .had_begun = true};
  BOOST_TEST(answer("cancel_run", "{}", found).text == "cancelled run 4: it had found nothing yet");
  auto ended = with_run(sample_red_run());
  BOOST_TEST(
      answer("cancel_run", "{}", ended).text.starts_with("run 3 came to its end before: 5 passed, 2 failed"));
  ended.had_ended = true;
  BOOST_TEST(answer("cancel_run", "{}", ended).text.starts_with("run 3 has ended already: failed"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
  found.selection.unmatched = "cart adds";
  BOOST_TEST(answer("run_testblocks", R"({"testset_query": "cart adds"})", found).text ==
             "No matches for 'cart adds'\na blank means *and*: one name must have all of the words; `a | b` takes either");
