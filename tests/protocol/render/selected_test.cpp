// The answers about selections, listings, results and packages.
#include "protocol/render/workspace/workspace.hpp"
#include "protocol/render/run/answers.hpp"
#include "protocol/render/failures/answers.hpp"
#include "tests/protocol/render/sample_runs.hpp"

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;
using parsers::outcome;

parsers::test_block block(std::string label, std::uint32_t line, bool dynamic = false) {
  parsers::test_block out;
  out.label = std::move(label);
  out.line_start = line;
  out.line_end = line + 2;
  out.dynamic = dynamic;
  return out;
}

parsers::listed_file file(std::string path, std::vector<parsers::test_block> blocks) {
  auto found = std::make_shared<parsers::file_blocks>();
  found->blocks = std::move(blocks);
  return {std::move(path), std::move(found)};
}

parsers::test_listing julia_listing() {
  parsers::test_listing out;
  out.root = "/w";
  out.language = "julia";
  out.test_folder = "test";
  out.files = {file("test/cart.jl", {block("Cart", 3), block("Cart > n = $n", 4, true)}),
               file("test/runtests.jl", {})};
  return out;
}

parsers::finished_run run_with(std::vector<parsers::test_record> tests,
                               std::vector<parsers::failure> failures = {}) {
  auto out = sample_run();
  out.covered.reset();
  out.results = {};
  out.results.tests = std::move(tests);
  out.results.failures = std::move(failures);
  for (const auto& test : out.results.tests)
    ++(test.result == outcome::passed ? out.results.totals.passed : out.results.totals.failed);
  out.results.totals.errors = out.results.failures.size();
  return out;
}

void check(const tool_answer& given, std::string_view schema) {
  check_schema(given, schema);
  BOOST_TEST(given.is_json);
}

std::string member(const tool_answer& given, std::string_view name) {
  return to_text(given.structured.at(name));
}

BOOST_AUTO_TEST_SUITE(selecting_answers)

BOOST_AUTO_TEST_CASE(files_are_shown_from_the_test_folder) {
  const auto out = render_testfiles(julia_listing());
  check(out, testfiles_schema);
  BOOST_TEST(text_of(out) ==
             R"({"test_dir":"/w/test","language":"julia","files":["cart.jl","runtests.jl"],"count":2})");
}

BOOST_AUTO_TEST_CASE(blocks_have_the_keys_that_callers_know) {
  const auto out = render_testblocks(julia_listing());
  check(out, testblocks_schema);
  BOOST_TEST(
      member(out, "testblocks") ==
      R"([{"label":"Cart","file":"cart.jl","line_start":3,"line_end":5,"kind":"test"},)"
      R"({"label":"Cart > n = $n","file":"cart.jl","line_start":4,"line_end":6,"kind":"test","dynamic":true}])");
  BOOST_TEST(member(out, "count") == "2");
}

BOOST_AUTO_TEST_CASE(a_long_list_is_cut_and_says_so) {
  parsers::test_listing listing;
  listing.root = "/w";
  for (int i = 0; i < 20'000; ++i)
    listing.files.push_back(file("some/folder/file_" + std::to_string(i) + "_test.go", {block("TestX", 1)}));
  listing.notes = {"a was left out"};
  listing.more_notes = 7;
  const auto files = render_testfiles(listing);
  check(files, testfiles_schema);
  const auto shown = files.structured.at("files").as_array().size();
  BOOST_TEST(shown > 2000u);
  BOOST_TEST(text_of(files).size() <= default_answer_bytes);
  BOOST_TEST(text_of(render_testfiles(listing, 4000)).size() <= 4000u);
  BOOST_TEST(member(files, "count") == "20000");
  BOOST_TEST(member(files, "left_out") == std::to_string(20'000 - shown));
  BOOST_TEST(member(files, "notes") == R"(["a was left out","7 more notes"])");
  const auto blocks = render_testblocks(listing);
  check(blocks, testblocks_schema);
  BOOST_TEST(member(blocks, "count") == "20000");
  BOOST_TEST(text_of(blocks).size() < 256u * 1024u);
  BOOST_TEST(blocks.structured.at("hint").as_string().find("file_query") != json::string::npos);
}

BOOST_AUTO_TEST_CASE(a_whole_run_counts_its_files) {
  const auto listing = julia_listing();
  auto run = run_with({{{"g", "a"}}, {{"g", "b"}}});
  run.selected = {{{0, 1}, 0}, {{}, 0}};
  const std::vector<parsers::file_selection> selections{{"test/cart.jl", true, {}},
                                                        {"test/runtests.jl", true, {}}};
  const auto out = render_all_tests({run, selections, listing});
  check(out, status_schema);
  BOOST_TEST(member(out, "status") == R"("completed")");
  BOOST_TEST(member(out, "files_run") == "1");
  BOOST_TEST(member(out, "failures") == "0");
}

BOOST_AUTO_TEST_CASE(what_could_not_be_read_of_the_selected_files_is_said) {
  auto listing = julia_listing();
  listing.files[0].unread = "test/cart.jl is not well-formed at line 7";
  listing.files[1].unread = "test/runtests.jl was not read: too large";
  auto run = run_with({{{"g", "a"}}});
  run.selected = {{{0}, 0}};
  const std::vector<parsers::file_selection> file{{"test/cart.jl", true, {}}};
  const std::vector<parsers::file_selection> single{{"test/cart.jl", false, {block("Cart", 3)}}};
  const auto expect_note = [](const tool_answer& out, std::string_view schema) {
    check(out, schema);
    BOOST_TEST(member(out, "notes") == R"(["test/cart.jl is not well-formed at line 7"])");
  };
  expect_note(render_selected_files({run, file, listing}), status_schema);
  expect_note(render_selected_blocks({run, single, listing}), status_schema);
  const auto none = render_no_matches("x", "blocks_run", listing);
  BOOST_TEST(none.text ==
             "No matches for 'x'\ntest/cart.jl is not well-formed at line 7\n"
             "test/runtests.jl was not read: too large");
  check_schema(none, status_schema);
}

BOOST_AUTO_TEST_CASE(files_that_did_not_load_were_run_and_failed) {
  const auto listing = julia_listing();
  parsers::failure load;
  load.id.group = "test/cart.jl";
  load.kind = parsers::failure_kind::error;
  auto run = run_with({}, {load});
  run.selected = {{{}, 1}};
  const std::vector<parsers::file_selection> selections{{"test/cart.jl", true, {}}};
  const auto out = render_selected_files({run, selections, listing});
  check(out, status_schema);
  BOOST_TEST(member(out, "status") == R"("failed")");
  BOOST_TEST(member(out, "files_run") == R"(["cart.jl"])");
  BOOST_TEST(member(out, "files_failed") == R"(["cart.jl"])");
  BOOST_TEST(member(out, "errors") == "1");
  BOOST_TEST(member(out, "failures") == "0");
}

BOOST_AUTO_TEST_CASE(blocks_count_their_tests_and_in_detail_tell_each) {
  const auto listing = julia_listing();
  parsers::failure red;
  red.id = {"test/cart.jl", "Cart > n = 2", " > "};
  auto run = run_with({{{"test/cart.jl", "Cart > n = 1", " > "}, outcome::passed, {}, {"test/cart.jl", 4}},
                       {red.id, outcome::failed, {}, {}}},
                      {red});
  run.selected = {{{0, 1}, 1}, {{}, 0}};
  const std::vector<parsers::file_selection> selections{
      {"test/cart.jl", false, {block("Cart > n = $n", 4, true)}},
      {"test/cart.jl", false, {block("none", 9)}}};
  const auto out = render_selected_blocks({run, selections, listing});
  check(out, status_schema);
  BOOST_TEST(member(out, "status") == R"("failed")");
  BOOST_TEST(member(out, "blocks_run") ==
             R"([{"label":"Cart > n = $n","file":"cart.jl","line":4,"success":false,"count":2},)"
             R"({"label":"none","file":"cart.jl","line":9,"success":false,"count":0}])");
  const auto detailed =
      render_selected_blocks({run, selections, listing}, run_output::summary, {.detail = true});
  check(detailed, status_schema);
  BOOST_TEST(
      member(detailed, "blocks_run") ==
      R"([{"label":"Cart > n = $n","file":"cart.jl","line":4,"success":false,"count":2,"tests":[)"
      R"({"name":"Cart > n = 1","outcome":"passed","line":4},{"name":"Cart > n = 2","outcome":"failed"}]},)"
      R"({"label":"none","file":"cart.jl","line":9,"success":false,"count":0,"tests":[]}])");
}

BOOST_AUTO_TEST_CASE(blocks_within_a_selected_one_are_told_with_it) {
  const auto listing = julia_listing();
  auto run = run_with({{{"g", "Cart > a"}}, {{"g", "Cart > b"}}});
  auto outer = block("Cart", 3);
  outer.line_end = 20;
  const auto at = [](const parsers::test_block& one) {
    return parsers::file_selection{"test/cart.jl", false, {one}};
  };
  std::vector<parsers::file_selection> selections{at(block("Cart > a", 4)), at(outer), at(block("Cart > b", 8)),
                                                  at(block("Cart > c", 12))};
  run.selected = {{{0}, 0}, {{0, 1}, 0}, {{1}, 0}, {{}, 0}};
  const auto out = render_selected_blocks({run, selections, listing});
  // What ran no test is told all the same.
  BOOST_TEST(member(out, "blocks_run") ==
             R"([{"label":"Cart","file":"cart.jl","line":3,"success":true,"count":2},)"
             R"({"label":"Cart > c","file":"cart.jl","line":12,"success":false,"count":0}])");
}

BOOST_AUTO_TEST_CASE(a_green_table_is_a_line) {
  const auto listing = julia_listing();
  std::vector<parsers::test_record> tests;
  std::vector<parsers::file_selection> selections{{"test/cart.jl", false, {block("Cart", 3)}}};
  selections.front().blocks.front().line_end = 200;
  parsers::finished_run run;
  for (std::size_t i = 0; i < 63; ++i) {
    tests.push_back({{"g", "Cart > row " + std::to_string(i)}});
    selections.push_back({"test/cart.jl", false, {block("Cart > row " + std::to_string(i), 4)}});
  }
  run = run_with(tests);
  run.selected.resize(64);
  for (std::size_t i = 0; i < 63; ++i) {
    run.selected[0].tests.push_back(i);
    run.selected[i + 1].tests.push_back(i);
  }
  const auto out = render_selected_blocks({run, selections, listing});
  BOOST_TEST(to_text(out.structured).size() < 300u, to_text(out.structured));
  BOOST_TEST(out.text.find("63 passed, 0 failed") != std::string::npos, out.text);
  BOOST_TEST(out.text.find("\nran 1 block: Cart (cart.jl:3)\n") != std::string::npos, out.text);
  BOOST_TEST(out.text.size() < 200u, out.text);
}

// The words and figures of run_tests and run_status for the same run.
BOOST_AUTO_TEST_CASE(the_text_is_that_of_run_tests) {
  const auto listing = julia_listing();
  auto run = sample_red_run();
  run.scope = parsers::run_scope::selected;
  const std::vector<parsers::file_selection> files{{"test/cart.jl", true, {}}, {"test/runtests.jl", true, {}}};
  run.selected = {{{0}, 1}, {{1}, 0}};
  const auto out = render_selected_files({run, files, listing});
  auto text = render_run(run, run_output::summary).text;
  const auto line = text.find('\n') + 1;
  BOOST_TEST(out.text == text.insert(line, "ran 2 files: cart.jl; runtests.jl\n"));
  BOOST_TEST(text_of(out) == to_text(out.structured));
  const auto& totals = run.results.totals;
  BOOST_TEST(member(out, "failures") == std::to_string(totals.failed));
  BOOST_TEST(member(out, "errors") == std::to_string(totals.errors));
}

BOOST_AUTO_TEST_CASE(how_a_run_of_selections_ended) {
  const auto listing = julia_listing();
  const std::vector<parsers::file_selection> none;
  const auto status_of = [&](parsers::finished_run run) {
    return std::string{render_selected_blocks({run, none, listing}).structured.at("status").as_string()};
  };
  auto run = run_with({{{"g", "a"}}});
  BOOST_TEST(status_of(run) == "completed");
  run.ending.timed_out = true;
  BOOST_TEST(status_of(run) == "timed_out");
  run.ending.timed_out = false;
  run.ending.cancelled = true;
  BOOST_TEST(status_of(run) == "cancelled");
  BOOST_TEST(status_of(run_with({})) == "failed");
}

BOOST_AUTO_TEST_CASE(what_is_known_to_fail_beside_the_selections_is_said_first) {
  const auto listing = julia_listing();
  const std::vector<parsers::file_selection> none;
  auto run = run_with({{{"g", "a"}}});
  run.known_before = 3;
  run.still_failing.assign(2, {shared(sample_failure()), "go", 1});
  const std::string first =
      R"({"still_failing":"1 of 3 rerun, 2 not rerun and still failing","not_rerun":2,"run_id":3,"status":)";
  BOOST_TEST(text_of(render_all_tests({run, none, listing})).starts_with(first + R"("failed")"));
  run.scope = parsers::run_scope::selected;
  const auto files = render_selected_files({run, none, listing});
  check(files, status_schema);
  BOOST_TEST(text_of(files).starts_with(first + R"("failed")"));
  const auto blocks = render_selected_blocks({run, none, listing});
  check(blocks, status_schema);
  BOOST_TEST(text_of(blocks).starts_with(first + R"("failed")"));
}

BOOST_AUTO_TEST_CASE(selections_that_never_began_are_counted) {
  const auto listing = julia_listing();
  const std::vector<parsers::file_selection> none;
  auto run = run_with({{{"g", "a"}}});
  run.results.not_run = 12;
  run.leaked = 1;
  const auto expect = [](const tool_answer& out, std::string_view schema) {
    check(out, schema);
    BOOST_TEST(member(out, "not_run") == "12");
    BOOST_TEST(member(out, "leaked") == "1");
    BOOST_TEST(member(out, "status") == R"("failed")");
  };
  expect(render_all_tests({run, none, listing}), status_schema);
  expect(render_selected_files({run, none, listing}), status_schema);
  expect(render_selected_blocks({run, none, listing}), status_schema);
}

BOOST_AUTO_TEST_CASE(many_blocks_share_the_answer) {
  const auto listing = julia_listing();
  std::vector<parsers::test_record> tests;
  for (int i = 0; i < 50'000; ++i) tests.push_back({{"g", "a test with a name " + std::to_string(i)}});
  auto run = run_with(tests);
  std::vector<parsers::file_selection> selections;
  for (std::size_t i = 0; i < 2000; ++i) {
    selections.push_back({"test/cart.jl", false, {block("block " + std::to_string(i), 1)}});
    run.selected.push_back({{}, 0});
    for (std::size_t k = 0; k < 25; ++k) run.selected.back().tests.push_back(i * 25 + k);
  }
  const auto out = render_selected_blocks({run, selections, listing});
  check(out, status_schema);
  BOOST_TEST(text_of(out).size() <= default_answer_bytes);
  BOOST_TEST(out.structured.at("blocks_run").as_array().size() > 200u);
}

BOOST_AUTO_TEST_CASE(nothing_matched) {
  const auto out = render_no_matches("nonexistent", "files_run");
  check_schema(out, status_schema);
  BOOST_TEST(text_of(out) == "No matches for 'nonexistent'");
  BOOST_TEST(!out.is_error);
  BOOST_TEST(member(out, "files_run") == "[]");
}

BOOST_AUTO_TEST_CASE(results_before_the_first_run) {
  const auto out = render_results(nullptr);
  check(out, results_schema);
  BOOST_TEST(text_of(out) ==
             R"({"failures":[],"errors":[],"count":{"failures":0,"errors":0,"total":0},"status":"no_run",)"
             R"("message":"no run_tests call yet in this session"})");
}

BOOST_AUTO_TEST_CASE(failures_are_kept_apart_from_errors_by_their_kind) {
  parsers::failure assertion;
  assertion.id = {"a_test.py", "test_a", "::"};
  assertion.where = {"a_test.py", 3};
  assertion.message = "assert 1 == 2";
  assertion.expected = "two";
  assertion.actual = "1";
  auto error = assertion;
  error.kind = parsers::failure_kind::panic;
  error.message = "contains [1] and Expected: nothing";
  error.expected = error.actual = std::nullopt;
  const auto run = run_with({}, {assertion, error});
  const auto out = render_results(&run);
  check(out, results_schema);
  BOOST_TEST(
      member(out, "failures") ==
      R"([{"test":"a_test.py::test_a","file":"a_test.py:3","error":"assert 1 == 2\nExpected: two\nGot: 1",)"
      R"("context":"a_test.py","kind":"assertion"}])");
  BOOST_TEST(
      member(out, "errors") ==
      R"([{"test":"a_test.py::test_a","file":"a_test.py:3","error":"contains [1] and Expected: nothing",)"
      R"("context":"a_test.py","kind":"panic"}])");
  BOOST_TEST(member(out, "count") == R"({"failures":1,"errors":1,"total":2})");
}

BOOST_AUTO_TEST_CASE(results_hold_what_nobody_reran) {
  auto run = run_with({{{"g", "a"}}});
  run.known_before = 2;
  auto error = sample_failure();
  error.kind = parsers::failure_kind::crash;
  run.still_failing = {{shared(sample_failure()), "go", 1}, {shared(error), "go", 1}};
  const auto out = render_results(&run);
  check(out, results_schema);
  BOOST_TEST(text_of(out).starts_with(R"({"still_failing":"0 of 2 rerun, 2 not rerun and still failing",)"));
  BOOST_TEST(member(out, "count") == R"({"failures":1,"errors":1,"total":2})");
  BOOST_TEST(member(out, "status") == R"("failed")");
  BOOST_TEST(out.structured.at("failures").at(0).at("found_in_run").to_number<int>() == 1);
}

BOOST_AUTO_TEST_CASE(a_language_may_name_an_assertion_by_its_expression) {
  parsers::failure red;
  red.id = {"test/cart.jl", "Cart > total", " > "};
  red.message = "foo == bar\nEvaluated: 1 == 2";
  auto run = run_with({}, {red});
  run.language = "julia";
  const auto out = render_results(&run, {}, {{"julia", "@test"}});
  const auto& entry = out.structured.at("failures").as_array().at(0).as_object();
  BOOST_TEST(entry.at("test").as_string() == "@test foo == bar");
  BOOST_TEST(entry.at("context").as_string() == "Cart > total");
}

BOOST_AUTO_TEST_CASE(many_results_are_bounded_and_counted) {
  parsers::failure red;
  red.id = {"g", std::string(1000, 'n')};
  red.message = std::string(5000, 'm');
  const auto run = run_with({}, std::vector<parsers::failure>(5000, red));
  const auto out = render_results(&run);
  check(out, results_schema);
  BOOST_TEST(text_of(out).size() < 512u * 1024u);
  BOOST_TEST(out.structured.at("failures").as_array().size() +
                 out.structured.at("left_out").to_number<std::size_t>() ==
             5000u);
}

BOOST_AUTO_TEST_CASE(the_status_of_a_package) {
  const auto run = sample_red_run();
  package_status status;
  status.folder = "/w";
  status.packages = {{"go", "go.mod", "example.com/m", "/w"}};
  status.latest = &run;
  status.age = 3s;
  status.running = 4;
  const auto out = render_package_status(status);
  check(out, package_status_schema);
  BOOST_TEST(member(out, "status") == R"("active")");
  BOOST_TEST(member(out, "package_name") == R"("example.com/m")");
  BOOST_TEST(out.structured.at("latest_run").at("status").as_string() == "failed");
}

BOOST_AUTO_TEST_CASE(a_detector_that_did_not_answer_is_told_beside_the_others_projects) {
  package_status status;
  status.packages = {{"go", "go.mod", "example.com/m", "/w"}};
  status.problem = "it is not known which projects the workspace root holds";
  const auto out = render_package_status(status);
  BOOST_TEST(member(out, "status") == R"("active")");
  BOOST_TEST(out.structured.at("note").as_string() == status.problem);
}

BOOST_AUTO_TEST_CASE(without_a_package_the_answer_says_what_to_do) {
  package_status status;
  status.folder = "/w";
  status.problem = "no supported project detected in workspace root (looked for go.mod)";
  const auto out = render_package_status(status);
  check(out, package_status_schema);
  BOOST_TEST(member(out, "status") == R"("no_package")");
  BOOST_TEST(out.structured.at("message").as_string().find("activate_package") != json::string::npos);
  BOOST_TEST(!out.structured.contains("latest_run"));
}

BOOST_AUTO_TEST_CASE(a_package_was_activated) {
  const auto out = render_activated("/w", {{"julia", "Project.toml", "Shop", "/w/test"}});
  check(out, activated_schema);
  BOOST_TEST(text_of(out).starts_with(R"({"status":"success","pkg_dir":"/w","package_name":"Shop",)"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
