// Testsets of Julia that are selected by their source, with the julia on PATH: what is listed, and that
// exactly that runs.
#include "tests/languages/julia/e2e/julia_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <sstream>

using namespace covey::testing;
namespace utf = boost::unit_test;
namespace tt = boost::test_tools;

namespace {

using strings = std::vector<std::string>;

struct selection_fixture : julia_fixture {
  selection_fixture() {
    set_environment("SELECTION_LOG", log());
    interpret();
  }

  std::string log() { return outside("ran"); }

  // What the bodies of the project's testsets have written since this was asked before; what stands outside
  // of them says "top of …".
  strings bodies_run() {
    strings out;
    std::istringstream lines{read_file(log())};
    for (std::string line; std::getline(lines, line);)
      if (!line.starts_with("top of")) out.push_back(line);
    write_file(log(), "");
    return out;
  }

  json::object run_files(const std::string& query) { return answer_of("run_testfiles", {{"query", query}}); }

  // run_testblocks of the block: the tests that are told, and the bodies that ran.
  void expect_alone(const std::string& file, const std::string& label, const strings& tests,
                    const strings& bodies, const std::string& status) {
    BOOST_TEST_CONTEXT(file << ": " << label) {
      write_file(log(), "");
      const auto run = run_block(file, label);
      BOOST_TEST(tests_run(run) == tests, tt::per_element());
      BOOST_TEST(bodies_run() == bodies, tt::per_element());
      BOOST_TEST(own_status(run) == status);
    }
  }
};

strings texts(const json::value& list) {
  strings out;
  for (const auto& text : list.as_array()) out.emplace_back(text.as_string());
  return out;
}

bool has_note(const json::object& run, const std::string& text) {
  const auto* notes = run.if_contains("notes");
  if (notes == nullptr) return false;
  const auto all = texts(*notes);
  return std::any_of(all.begin(), all.end(), [&](const auto& note) { return note.find(text) != note.npos; });
}

const auto needs_julia = needs_program("julia");

}  // namespace

BOOST_FIXTURE_TEST_SUITE(julia_selection_e2e, selection_fixture)

BOOST_AUTO_TEST_CASE(blocks_are_listed_without_julia) {
  use("selection");
  const strings expected{"adds $a (dynamic.jl:1-4) dynamic", "a = $a, b = $b (dynamic.jl:6-9) dynamic",
                         "made of $name (dynamic.jl:12-15) dynamic", "checks $a (dynamic.jl:19-22) dynamic",
                         "calls (dynamic.jl:25-29)"};
  BOOST_TEST(blocks_in(answer_of("list_testblocks", {{"file_query", "'dynamic.jl"}})) == expected,
             tt::per_element());
  const strings files{"alone.jl", "arithmetic.jl", "broken.jl", "deep/part.jl", "dynamic.jl",
                      "log.jl",   "runtests.jl",   "slow.jl",   "text.jl"};
  auto listed = texts(answer_of("list_testfiles").at("files"));
  std::sort(listed.begin(), listed.end());
  BOOST_TEST(listed == files, tt::per_element());
}

BOOST_AUTO_TEST_CASE(a_block_runs_alone_with_what_is_before_it, *utf::precondition(needs_julia)) {
  use("selection");
  expect_alone("arithmetic.jl", "addition > of one", {"addition > of one:11 passed"}, {"of one", "addition"},
               "completed");
  expect_alone("arithmetic.jl", "addition > fails", {"addition > fails:18 failed"}, {"addition", "fails"},
               "failed");
  expect_alone("arithmetic.jl", "addition",
               {"addition > fails:18 failed", "addition > of one:11 passed", "addition:9 passed"},
               {"of one", "addition", "fails"}, "failed");
  expect_alone("arithmetic.jl", "right", {"right:33 passed"}, {"right"}, "completed");
  expect_alone("arithmetic.jl", "test set", {"test set:52 passed"}, {"without a label"}, "completed");
  expect_alone("text.jl", "it's \\\"quoted\\\" \\$1 (a.*b)",
               {"Selection > it's \"quoted\" $1 (a.*b):1 passed"}, {"quoted"}, "completed");
  expect_alone("runtests.jl", "Selection > written here", {"Selection > written here:11 passed"},
               {"written here"}, "completed");
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_CASE(a_testset_of_another_type_is_selected_like_any, *utf::precondition(needs_julia)) {
  use("selection");
  expect_alone("arithmetic.jl", "typed > inner", {"typed > inner:36 passed"}, {"inner", "typed"},
               "completed");
  expect_alone("arithmetic.jl", "typed", {"typed > inner:36 passed", "typed:35 passed"}, {"inner", "typed"},
               "completed");
}

// What is included by a block belongs to it, wherever it is written.
BOOST_AUTO_TEST_CASE(a_block_that_includes_files_runs_them, *utf::precondition(needs_julia)) {
  use("selection");
  expect_alone("runtests.jl", "Selection",
               {"Selection > it's \"quoted\" $1 (a.*b):1 passed", "Selection > written here:11 passed",
                "Selection > 日本語:6 passed"},
               {"quoted", "日本語", "written here"}, "completed");
}

BOOST_AUTO_TEST_CASE(blocks_of_one_name_are_told_apart,
                     *utf::precondition(needs_julia) * utf::label("sample")) {
  use("selection");
  const auto run = run_block("arithmetic.jl", "twin");
  const auto& blocks = run.at("blocks_run").as_array();
  BOOST_REQUIRE_EQUAL(blocks.size(), 2u);
  BOOST_TEST(blocks[0].at("success").as_bool());
  BOOST_TEST(!blocks[1].at("success").as_bool());
  const strings bodies{"first twin", "second twin"};
  BOOST_TEST(bodies_run() == bodies, tt::per_element());
}

BOOST_AUTO_TEST_CASE(dynamic_blocks_run_by_their_pattern_and_place, *utf::precondition(needs_julia)) {
  use("selection");
  expect_alone("dynamic.jl", "adds $a", {"adds 1:1 passed", "adds 2:1 passed"}, {"adds 1", "adds 2"},
               "completed");
  expect_alone("dynamic.jl", "a = $a, b = $b", {"a = 1, b = 1:6 passed", "a = 2, b = 1:6 passed"},
               {"a = 1, b = 1", "a = 2, b = 1"}, "completed");
  expect_alone("dynamic.jl", "made of $name", {"made of x:12 passed", "made of y:12 failed"},
               {"made of x", "made of y"}, "failed");
  // The tests of a function that the block calls are its own.
  expect_alone("dynamic.jl", "calls", {"calls > checks 1:19 passed", "calls > checks 2:19 passed"},
               {"calls", "checks 1", "checks 2"}, "completed");
}

// Who calls it is not known before it runs: all that may do so run, only its tests are told of.
BOOST_AUTO_TEST_CASE(a_block_in_a_function_runs_where_it_is_called, *utf::precondition(needs_julia)) {
  use("selection");
  const auto run = run_block("dynamic.jl", "checks $a");
  const strings tests{"calls > checks 1:19 passed", "calls > checks 2:19 passed"};
  BOOST_TEST(tests_run(run) == tests, tt::per_element());
  BOOST_TEST(own_status(run) == "completed");
  BOOST_TEST(has_note(run, "is in a function"));
}

BOOST_AUTO_TEST_CASE(an_exception_in_the_block_is_an_error_of_it, *utf::precondition(needs_julia)) {
  use("selection");
  expect_alone("arithmetic.jl", "raises", {"raises:44 failed"}, {"raises"}, "failed");
  const auto results = answer_of("get_testresults");
  BOOST_TEST(results.at("failures").as_array().empty());
  BOOST_REQUIRE_EQUAL(results.at("errors").as_array().size(), 1u);
  BOOST_TEST(results.at("errors").at(0).at("file").as_string() == "test/arithmetic.jl:46");
}

BOOST_AUTO_TEST_CASE(files_that_runtests_leaves_out_run_by_themselves, *utf::precondition(needs_julia)) {
  use("selection");
  const auto run = run_files("'slow.jl | 'alone.jl");
  strings files{"alone.jl", "slow.jl"};
  auto ran = texts(run.at("files_run"));
  std::sort(ran.begin(), ran.end());
  BOOST_TEST(ran == files, tt::per_element());
  BOOST_TEST(own_status(run) == "completed");
  BOOST_TEST(run.at("passed").as_int64() == 4);
  BOOST_TEST(has_note(run, "test/slow.jl was run by itself"));
  expect_alone("deep/part.jl", "part", {"part:3 passed"}, {"part"}, "completed");
}

BOOST_AUTO_TEST_CASE(what_kept_a_block_from_running_is_told, *utf::precondition(needs_julia)) {
  use("selection");
  expect_alone("broken.jl", "before", {"before:1 passed"}, {"before"}, "completed");
  expect_alone("broken.jl", "after", {}, {}, "failed");
  const auto results = answer_of("get_testresults");
  BOOST_REQUIRE_EQUAL(results.at("errors").as_array().size(), 1u);
  BOOST_TEST(results.at("errors").at(0).at("file").as_string() == "test/broken.jl:6");
  BOOST_TEST(counted(run_failing_tests()) == "passed 0, failed 0, skipped 0, errors 1");  // the block that was asked for
}

BOOST_AUTO_TEST_CASE(files_run_with_all_that_is_in_them, *utf::precondition(needs_julia)) {
  use("selection");
  const auto run = run_files("'arithmetic.jl | 'log.jl");
  const strings files{"arithmetic.jl"},
      bodies{"of one", "addition", "fails", "first twin", "second twin",    "left",
             "right",  "inner",    "typed", "raises",     "without a label"};
  BOOST_TEST(texts(run.at("files_run")) == files, tt::per_element());
  BOOST_TEST(bodies_run() == bodies, tt::per_element());
  BOOST_TEST(has_note(run, "test/log.jl holds no tests"));
  const auto results = answer_of("get_testresults");
  BOOST_TEST(results.at("failures").as_array().size() == 2u);
  BOOST_TEST(results.at("errors").as_array().size() == 1u);
}

BOOST_AUTO_TEST_CASE(runtests_is_everything_that_it_includes, *utf::precondition(needs_julia)) {
  use("selection");
  const auto run = run_files("'runtests.jl");
  const auto all = answer_of("run_all_tests");
  for (const char* count : {"passed", "failures", "errors"})
    BOOST_TEST(run.at(count) == all.at(count), count);
  BOOST_TEST(all.at("files_run").as_int64() == 4);
}

BOOST_AUTO_TEST_SUITE_END()
