// The tools that run tests, and those that ask about runs.
#include "tests/protocol/tools/tools_fixture.hpp"
#include "parsers/coverage/lookup.hpp"
#include "protocol/render/affected.hpp"
#include "protocol/tools/limits.hpp"

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;

parsers::listed_file file_with(std::string path, const std::vector<std::string>& labels) {
  auto found = std::make_shared<parsers::file_blocks>();
  for (const auto& label : labels) {
    found->blocks.emplace_back();
    found->blocks.back().label = label;
    for (std::string_view rest = label; !rest.empty();) {
      const auto end = std::min(rest.find(" > "), rest.size());
      std::vector<std::string> pieces{""};  // "*" is a placeholder
      for (const char c : rest.substr(0, end)) c == '*' ? void(pieces.emplace_back()) : pieces.back().push_back(c);
      found->blocks.back().path.emplace_back(std::move(pieces));
      rest.remove_prefix(std::min(end + 3, rest.size()));
    }
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
  return of.select(call_of(of, arguments_json), listing, {});
}

// "a_test.go: TestX/sub": the files of what is selected, and the names; then what is not known.
std::string selected(const run_selection& from) {
  std::string out = from.refusal;
  for (const auto& one : from.selections) {
    out += (out.empty() ? "" : ", ") + one.file + ":";
    for (const auto& block : one.blocks)
      if (!one.whole_file) out += " " + joined(block.path, "|").literals.front();
  }
  for (const auto& one : from.unknown) out += "; not " + one.name;
  return out;
}

std::string named(std::vector<parsers::listed_file> files, const std::string& name) {
  const auto& of = tool_named("run_testblocks");
  parsers::test_listing all;
  all.files = std::move(files);
  return selected(of.select(call_of(of, to_text(json::object{{"labels", json::array{name}}})), all, {}));
}

// Lines 1 to 9 of src/a.py.
reply with_units(std::vector<parsers::coverage_unit> units, parsers::attribution kind) {
  auto data = std::make_shared<parsers::coverage>();
  data->unit_kind = kind;
  data->units = std::move(units);
  std::vector<parsers::unit_set> sets;
  parsers::packed_line_sets lines;
  for (std::uint32_t i = 0; i < data->units.size(); ++i) sets.push_back({i, static_cast<std::uint32_t>(lines.add({{i + 1, i + 1}, {9, 9}}))});
  data->files["src/a.py"].by_unit = {std::move(sets), std::move(lines)};
  parsers::measured_runs runs;
  runs.runs.push_back({.id = 1, .data = data});
  runs.runs.back().files = std::make_shared<const parsers::file_index>(*data, "/w");
  reply out;
  out.latest.data = data;
  out.latest.runs = std::make_shared<const parsers::measured_runs>(std::move(runs));
  auto found = parsers::find_file(out.latest.runs, "src/a.py");
  out.file = std::make_shared<const parsers::file_in_runs>(std::move(std::get<parsers::file_in_runs>(found)));
  return out;
}

std::string covering(const std::vector<parsers::listed_file>& files, const reply& found, int line) {
  const auto& of = tool_named("run_testblocks");
  parsers::test_listing all;
  all.files = files;
  return selected(of.select(call_of(of, R"({"covering": {"file": "src/a.py", "line": )" + std::to_string(line) + "}}"), all, found));
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
             "testset_query or labels or covering: only one of them");
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

BOOST_AUTO_TEST_CASE(a_label_may_be_the_name_that_a_failure_has) {
  const std::vector<parsers::listed_file> go{file_with("a_test.go", {"TestX"}), file_with("internal/foo/foo_test.go", {"TestX", "TestX > known"}),
                                             file_with("internal/bar/foo_test.go", {"TestX"})};
  BOOST_TEST(named(go, "example.com/m/internal/foo/TestX/sub case") == "internal/foo/foo_test.go: TestX|sub case");
  BOOST_TEST(named(go, "example.com/m/internal/foo/TestX/known/in/side") == "internal/foo/foo_test.go: TestX|known|in|side");
  BOOST_TEST(named(go, "example.com/m/TestX/sub") == "a_test.go: TestX|sub");
  BOOST_TEST(named(go, "TestX/sub") == "a_test.go: TestX|sub, internal/foo/foo_test.go: TestX|sub, internal/bar/foo_test.go: TestX|sub");
  BOOST_TEST(named(go, "TestX/known") == "internal/foo/foo_test.go: TestX|known");
  BOOST_TEST(named(go, "TestX > known") == "internal/foo/foo_test.go: TestX|known");
  BOOST_TEST(named(go, "TestXY/sub").starts_with("nothing is listed under exactly these labels: TestXY/sub"));
  const std::vector<parsers::listed_file> python{file_with("tests/test_a.py", {"test_x", "TestC > test_m"}), file_with("tests/test_b.py", {"test_y"})};
  BOOST_TEST(named(python, "tests/test_a.py::test_x[1-a::b]") == "tests/test_a.py: test_x[1-a::b]");
  BOOST_TEST(named(python, "test_x[a/b]") == "tests/test_a.py: test_x[a/b]");
  BOOST_TEST(named(python, "tests/test_a.py::TestC::test_m[x]") == "tests/test_a.py: TestC|test_m[x]");
  for (const auto* wrong : {"tests/test_b.py::test_x", "tests/test_c.py::test_x[1]", "TestD::test_m", "TestD::test_x"})
    BOOST_TEST(named(python, wrong).starts_with("nothing is listed"));
  const std::vector<parsers::listed_file> node{file_with("test/a.test.js", {"suite", "suite > adds"}), file_with("test/b.test.js", {"suite"})};
  BOOST_TEST(named(node, "test/b.test.js > suite > adds") == "test/b.test.js: suite|adds");
  BOOST_TEST(named(node, "suite > row 1 > in it") == "test/a.test.js: suite|row 1|in it, test/b.test.js: suite|row 1|in it");
  BOOST_TEST(named(node, "other > suite > adds").starts_with("nothing is listed"));
  const std::vector<parsers::listed_file> open{file_with("test/a.test.js", {"cart", "cart > row *", "cart > g", "top *", "each *", "each * > it"})};
  BOOST_TEST(named(open, "test/a.test.js > cart > row 5 > 4") == "test/a.test.js: cart|row 5 > 4");
  BOOST_TEST(named(open, "cart > g") == "test/a.test.js: cart|g");
  BOOST_TEST(named(open, "test/a.test.js > top 5") == "test/a.test.js: top 5");
  BOOST_TEST(named(open, "test/b.test.js > top 5").starts_with("nothing is listed"));
  const std::vector<parsers::listed_file> table{file_with("a_test.go", {"TestX", "TestX > *"})};
  BOOST_TEST(named(table, "m/TestX/a b/c") == "a_test.go: TestX|a b/c");
  const std::vector<parsers::listed_file> rust{file_with("src/cart.rs", {"tests > adds"}), file_with("src/order.rs", {"tests > adds"})};
  BOOST_TEST(named(rust, "cart::tests::adds::case_1") == "src/cart.rs: tests|adds|case_1");
  BOOST_TEST(named(rust, "shop order::tests::adds") == "src/order.rs: tests|adds");
}

BOOST_AUTO_TEST_CASE(the_tests_of_a_line_are_those_that_ran_it) {
  using parsers::attribution;
  const std::vector<parsers::listed_file> files{file_with("tests/test_a.py", {"test_x", "test_z"}), file_with("src/lib.rs", {"tests > adds"})};
  const auto found = with_units({{"tests/test_a.py", {"test_x[1]"}}, {"tests/test_a.py", {"test_z"}}, {"shop", {"tests::adds"}}, {"", {}}},
                                attribution::test);
  BOOST_TEST(covering(files, found, 1) == "tests/test_a.py: test_x[1]");
  BOOST_TEST(covering(files, found, 3) == "src/lib.rs: tests|adds");
  BOOST_TEST(covering(files, found, 9) == "src/lib.rs: tests|adds, tests/test_a.py: test_x[1], tests/test_a.py: test_z");
  BOOST_TEST(covering(files, found, 4) == "src/a.py:4 ran while the project was loaded, in no test's name: run_tests runs all");
  BOOST_TEST(covering(files, found, 5).starts_with("no test is known to run src/a.py:5: tests_covering says"));
  BOOST_TEST(covering(files, {}, 1) == "no coverage data yet: run `run_tests` first");
  BOOST_TEST(covering({}, found, 1) == "; not tests/test_a.py test_x[1]");
  // Of a test and its parts these: who runs them runs what stands around them.
  const auto parts = with_units({{"m", {"TestX", "TestX/a", "TestXY"}}}, attribution::test);
  BOOST_TEST(covering({file_with("a_test.go", {"TestX", "TestXY"})}, parts, 1) == "a_test.go: TestX|a, a_test.go: TestXY");
  const auto by_file = with_units({{"tests/test_a.py", {"test_x", "test_z"}}}, attribution::file);
  BOOST_TEST(covering(files, by_file, 1) == "tests/test_a.py:");
}

BOOST_AUTO_TEST_CASE(a_place_is_a_file_and_a_line) {
  const auto refused = [](std::string_view json_text) {
    const auto& of = tool_named("run_testblocks");
    const auto checked = check_arguments("", of.description.arguments, parse_json(json_text).value.as_object());
    return std::holds_alternative<std::string>(checked) ? std::get<std::string>(checked) : "";
  };
  BOOST_TEST(refused(R"({"covering": {"file": "a.py", "line": 3}})") == "");
  BOOST_TEST(refused(R"({"covering": {"file": "a.py"}})") == "");
  for (const auto* wrong : {R"({"covering": "a.py:3"})", R"({"covering": {"line": 3}})", R"({"covering": {"file": "a.py", "line": -1}})",
                            R"({"covering": {"file": "a.py", "line": "3"}})", R"({"covering": {"file": "a.py", "column": 3}})"})
    BOOST_TEST(refused(wrong).starts_with(R"(covering must be {"file": a path, "line": a number from 1}, got )"));
  const auto asked = ask("run_testblocks", R"({"covering": {"file": "a.py", "line": 3}})");
  BOOST_TEST(asked.refusal == "");
  BOOST_TEST(asked.coverage->file == "a.py");
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
  BOOST_TEST(of.select(call_of(of, R"({"query": "x"})"), many, {}).refusal ==
             "the query matches 2001 files, the limit is 2000: narrow it, or use run_all_tests");
}

BOOST_AUTO_TEST_CASE(what_matched_nothing_is_said_and_nothing_runs) {
  reply found;
  found.listing = std::make_shared<const parsers::test_listing>(listing);
  found.selection.no_match = true;
  found.selection.unmatched = "zzz";
  const auto out = answer("run_testblocks", R"({"testset_query": "zzz"})", found);
  BOOST_TEST(out.text == "No matches for 'zzz'");
  found.selection.unmatched = "cart adds";
  BOOST_TEST(answer("run_testblocks", R"({"testset_query": "cart adds"})", found).text ==
             "No matches for 'cart adds'\na blank means *and*: one name must have all of the words; `a | b` takes either");
  BOOST_TEST(out.structured.contains("blocks_run"));
}

BOOST_AUTO_TEST_CASE(a_run_that_did_not_come_about_says_why) {
  reply found;
  found.run = refused_run{"nothing_to_rerun", "nothing failed"};
  auto out = answer("run_failing_tests", "{}", found);
  BOOST_TEST(!out.is_error);
  BOOST_TEST(out.structured.at("status").as_string() == "nothing_to_rerun");
  const auto green = std::make_shared<const parsers::finished_run>(sample_run());
  found.run = refused_run{"nothing_to_rerun", "nothing failed", green};
  BOOST_TEST(answer("run_failing_tests", "{}", found).text == "nothing failed");
  auto stale = std::make_shared<run_freshness>();
  stale->run_id = 3;
  stale->files.verdict = parsers::freshness::verdict_type::stale;
  stale->files.since.changed = {"a.go"};
  const auto& of = tool_named("run_failing_tests");
  const auto call = call_of(of, "{}");
  BOOST_TEST(make_answer(of, call, found, view_of(of, call, found, stale, default_answer_bytes)).text ==
             "nothing failed\nwhole run due: call run_tests\nstale: 1 file changed since run 3: a.go");
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
  BOOST_TEST(answer("run_all_tests", "{}", found).text.ends_with("exit: 1"));  // what a client of texts is sent
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

BOOST_AUTO_TEST_CASE(files_hold_new_tests_if_they_hold_any_on_record_or_now) {
  parsers::affected_tests affected;
  affected.known = 2;
  affected.tests = {{.group = "test_a.py", .name = "test_1"}, {.group = "test_b.py", .name = "test_2"}};
  affected.with_new_tests = {"lib.py", "test_a.py", "test_c.py"};
  const auto blocks = std::make_shared<parsers::file_blocks>();
  const auto none = std::make_shared<const parsers::file_blocks>();
  blocks->blocks.emplace_back();
  parsers::test_listing listing;
  listing.files = {{"lib.py", none}, {"test_c.py", blocks}, {"test_d.py", blocks}};
  reply found;
  found.affected = std::make_shared<const parsers::affected_tests>(std::move(affected));
  found.listing = std::make_shared<const parsers::test_listing>(std::move(listing));
  const auto said = answer("affected_tests", "{}", found).structured;
  BOOST_TEST(said.at("may_hold_new") == (json::array{"test_a.py", "test_c.py"}));
}

BOOST_AUTO_TEST_CASE(a_group_that_cannot_run_is_missed_only_if_no_test_of_it_is_chosen) {
  parsers::affected_tests affected;
  affected.tests = {{.group = "m/a", .name = "TestA"}};
  parsers::finished_run run;
  for (const char* group : {"m/a", "m/b"}) run.results.failures.emplace_back().id = {.group = group, .name = ""};
  BOOST_TEST(missed_by(affected, run) == (std::vector<std::string>{"m/b"}), boost::test_tools::per_element());
}

// As where coverage is that of a run: groups are a part of names there.
BOOST_AUTO_TEST_CASE(a_test_whose_group_is_a_part_of_its_name_is_not_missed) {
  parsers::affected_tests affected;
  affected.tests = {{.name = "test/a.jl > total"}};
  parsers::finished_run run;
  for (const char* name : {"total", "total > row 2", "totals"})
    run.results.failures.emplace_back().id = {.group = "test/a.jl", .name = name, .separator = " > "};
  BOOST_TEST(missed_by(affected, run) == (std::vector<std::string>{"test/a.jl > totals"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
