// The catalogue, and the tools that run nothing.
#include "tests/protocol/tools/tools_fixture.hpp"
#include "parsers/coverage/measured_runs.hpp"
#include "protocol/tools/answer.hpp"
#include <set>

namespace covey::protocol {
namespace {

std::vector<std::string> names_of(const std::vector<std::string>& asked) {
  std::vector<std::string> out;
  for (const auto* one : tools(asked)) out.emplace_back(one->description.name);
  return out;
}

// A run's, of two files.
reply with_coverage() {
  auto data = std::make_shared<parsers::coverage>();
  for (const auto* name : {"src/a.go", "lib/a.go"}) data->files[name].lines.push_back({3, 1});
  reply out;
  out.latest.run_id = 3;
  out.latest.name = "run 3";
  out.latest.data = data;
  out.latest.files = std::make_shared<const parsers::file_index>(*data, "/w");
  parsers::measured_runs runs;
  runs.runs.push_back({.id = 3, .data = data, .files = out.latest.files});
  out.latest.runs = std::make_shared<const parsers::measured_runs>(std::move(runs));
  return out;
}

tool_answer answer_with_tree(std::string_view name, std::string_view arguments_json, const reply& found) {
  const auto& of = tool_named(name);
  const auto call = call_of(of, arguments_json);
  auto freshness = std::make_shared<run_freshness>();
  freshness->run_id = 3;
  return make_answer(of, call, found, view_of(of, call, found, freshness, default_answer_bytes));
}

BOOST_AUTO_TEST_SUITE(other_tools)

BOOST_AUTO_TEST_CASE(each_tool_has_a_name_of_its_own_and_can_ask_and_answer) {
  std::set<std::string_view> names;
  for (const auto& one : tools()) {
    BOOST_TEST(names.insert(one.description.name).second);
    BOOST_TEST((one.ask != nullptr && one.answer != nullptr));
  }
}

BOOST_AUTO_TEST_CASE(tools_are_offered_by_name_in_the_order_of_the_catalogue) {
  const std::vector<std::string> some{"cancel_run", "run_tests"}, in_order{"run_tests", "cancel_run"};
  BOOST_TEST(names_of(some) == in_order, boost::test_tools::per_element());
  BOOST_TEST(names_of({"core"}).size() == 14u);
  BOOST_TEST(names_of({}).size() == tools().size());
  const std::vector<std::string> wrong{"core", "run_test"};
  BOOST_TEST(unknown_tool(wrong) == "run_test");
}

BOOST_AUTO_TEST_CASE(a_path_is_resolved_only_if_it_may_lead_through_a_link) {
  BOOST_TEST(!ask("tests_covering", R"({"file": "a.go"})").path.has_value());
  BOOST_TEST(!ask("tests_covering", R"({"file": "/w/a.go"})").path.has_value());
  BOOST_TEST(ask("tests_covering", R"({"file": "/link/a.go"})").path.has_value());
  BOOST_TEST(ask("tests_covering", R"({"file": "/w/src/a.go"})").fresh_file == "src/a.go");
}

BOOST_AUTO_TEST_CASE(without_coverage_there_is_no_index_to_ask) {
  const auto& of = tool_named("tests_covering");
  auto call = call_of(of, R"({"file": "a.go"})");
  call.coverage = false;
  BOOST_TEST(of.ask(call).refusal == "coverage index not configured");
}

BOOST_AUTO_TEST_CASE(a_name_of_several_files_is_never_guessed) {
  const auto out = answer_with_tree("tests_covering", R"({"file": "a.go"})", with_coverage());
  BOOST_TEST(out.structured.at("status").as_string() == "ambiguous");
  BOOST_TEST(out.structured.contains("freshness"));
}

BOOST_AUTO_TEST_CASE(coverage_of_a_run_says_of_which) {
  const auto out =
      answer_with_tree("get_file_coverage", R"({"filePaths": ["src/a.go", "no.go"]})", with_coverage());
  BOOST_TEST(out.structured.at("source").as_string() == "run 3");
  BOOST_TEST(to_text(out.structured.at("files")) == R"({"src/a.go":100,"no.go":0})");
  BOOST_TEST(to_text(out.structured.at("notFound")) == R"(["no.go"])");
  BOOST_TEST(out.structured.contains("freshness"));
}

BOOST_AUTO_TEST_CASE(coverage_is_of_all_tests_or_of_one_run_or_a_report) {
  BOOST_TEST(ask("get_overall_coverage").coverage->run.value() == 0u);
  BOOST_TEST(ask("start_coverage_snapshot").coverage->run.value() == 0u);
  BOOST_TEST(ask("get_file_coverage", R"({"filePaths": ["a"], "run": 3})").coverage->run.value() == 3u);
  BOOST_TEST(ask("get_overall_coverage", R"({"run": 3, "lcovPath": "a.info"})").refusal ==
             "lcovPath or run, not both: a report is of no run");
  BOOST_TEST(!ask("tests_covering", R"({"file": "a.go"})").coverage->run);
  BOOST_TEST(no_coverage_of(7, with_coverage().latest) ==
             "no coverage of run 7 is kept; that of these runs is: 3");
}

BOOST_AUTO_TEST_CASE(many_files_are_looked_up_on_a_thread_that_gives_up_when_nobody_waits) {
  std::string files;
  for (int i = 0; i < 51; ++i) files += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\"";
  const auto arguments_json = R"({"filePaths": [)" + files + "]}";
  BOOST_TEST(ask("get_file_coverage", arguments_json).takes_long);
  BOOST_TEST(!ask("get_file_coverage", R"({"filePaths": ["a"]})").takes_long);
  auto found = with_coverage();
  const std::atomic<bool> given_up{true};
  found.given_up = &given_up;
  const auto& of = tool_named("get_file_coverage");
  answer_view view;
  view.freshness = std::make_shared<run_freshness>();
  BOOST_TEST(of.answer(call_of(of, arguments_json), found, view).structured.empty());
}

BOOST_AUTO_TEST_CASE(a_report_that_was_searched_for_names_where) {
  BOOST_TEST(no_such_report("x.info", false) == "LCOV file not found at path x.info");
  const auto searched = no_such_report("coverage/lcov.info", true);
  BOOST_TEST(searched.find("(nor coverage.lcov, lcov.info,") != std::string::npos);
  BOOST_TEST(searched.ends_with("pass lcovPath, or run `run_tests` first"));
}

BOOST_AUTO_TEST_CASE(a_folder_without_a_project_leaves_the_workspace_as_it_is) {
  reply found;
  found.no_project = "no supported project detected";
  found.path = "/x";
  BOOST_TEST(answer("activate_package", R"({"pkg_dir": "x"})", found).text ==
             "activate_package: pkg_dir \"x\": no supported project detected; the workspace stays /w");
  found = {};
  found.path_problem = "it holds a NUL byte";
  BOOST_TEST(answer("activate_package", R"({"pkg_dir": "x"})", found).is_error);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
