// Tests of Python that are selected by their source: what is listed, and that exactly that runs.
#include "tests/languages/python/e2e/python_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <set>
#include <sstream>

using namespace covey::testing;
namespace utf = boost::unit_test;
namespace tt = boost::test_tools;

namespace {

struct selection_fixture : python_fixture {
  // As pytest itself collects them, the names of each file's tests.
  std::map<std::string, strings> collected_by_pytest(std::string_view set) {
    const auto said =
        python(set, {"-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"}, workspace());
    std::map<std::string, strings> out;
    std::istringstream lines{said.out};
    for (std::string line; std::getline(lines, line);)
      if (const auto at = line.find("::"); at != std::string::npos)
        out[line.substr(0, at)].push_back(line.substr(at + 2));
    return out;
  }

  json::array listed_blocks(const std::string& file) {
    return answer_of("list_testblocks", {{"file_query", exact_query(file)}}).at("testblocks").as_array();
  }

  // Every block whose names are certain, selected alone, runs the tests below its name and no others.
  void expect_each_block_alone(const std::string& file, const strings& all) {
    for (const auto& entry : listed_blocks(file)) {
      const auto& block = entry.as_object();
      if (block.contains("dynamic")) continue;
      const std::string label{block.at("label").as_string()};
      BOOST_TEST_CONTEXT(label) {
        const auto expected = below(all, label);
        const auto run = run_block(file, label);
        BOOST_TEST(names_run(run) == expected, tt::per_element());
        BOOST_TEST(ran_in(run) == expected.size());
        expect_its_line(run, block);
      }
    }
  }

  static strings below(const strings& all, std::string name) {
    for (std::size_t at = 0; (at = name.find(" > ", at)) != std::string::npos;) name.replace(at, 3, "::");
    strings out;
    const bool whole = name.back() == ']';
    std::copy_if(all.begin(), all.end(), std::back_inserter(out), [&](const std::string& one) {
      return one == name || (!whole && (one.starts_with(name + "::") || one.starts_with(name + "[")));
    });
    std::sort(out.begin(), out.end());
    return out;
  }

  static strings names_run(const json::object& run) {
    strings out;
    for (const auto& block : run.at("blocks_run").as_array())
      for (const auto& test : block.at("tests").as_array()) out.emplace_back(test.at("name").as_string());
    std::sort(out.begin(), out.end());
    return out;
  }

  // All tests that the run had, whatever they were selected by.
  static std::size_t ran_in(const json::object& run) {
    const auto number = [&](const char* name) { return run.at(name).to_number<std::size_t>(); };
    return number("passed") + number("skipped") + number("failures") + number("errors");
  }

  // A function's test begins where its block does.
  static void expect_its_line(const json::object& run, const json::object& block) {
    const auto label = block.at("label").as_string();
    for (const auto& test : run.at("blocks_run").at(0).at("tests").as_array())
      if (test.at("name").as_string() == label && !label.ends_with("]"))
        BOOST_TEST(test.at("line").to_number<int>() == block.at("line_start").to_number<int>());
  }

  static std::string status(const json::object& run) {
    const auto& block = run.at("blocks_run").at(0).as_object();
    return own_status(run) +
           (block.at("success").as_bool() ? " success" : " no success");
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(python_selection, selection_fixture)

BOOST_AUTO_TEST_CASE(listed_blocks_of_pytest, *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/selection");
  use_python("pytest8");
  const auto files = answer_of("list_testfiles");
  BOOST_TEST(json::serialize(files.at("files")) ==
             R"(["tests/api/test_client.py","tests/test_broken.py","tests/test_selection.py"])");
  const std::string in = " (tests/test_selection.py:";
  const strings expected{"TestCart > test_shared" + in + "10-11)",
                         "test_passes" + in + "14-15)",
                         "test_passes_too" + in + "18-19)",
                         "test_param" + in + "22-35)",
                         "test_param[a-1]" + in + "26-26)",
                         "test_param[a-11]" + in + "27-27)",
                         "test_param[with [b]::c-2]" + in + "28-28)",
                         "test_param[\\xfc]" + in + "29-29)",
                         "test_param[fails-0]" + in + "30-30)",
                         "test_param[str(7)-7]" + in + "31-31) dynamic",
                         "test_stacked" + in + "38-41)",
                         "test_stacked[1-p]" + in + "38-41)",
                         "test_stacked[1-q]" + in + "38-41)",
                         "test_stacked[11-p]" + in + "38-41)",
                         "test_stacked[11-q]" + in + "38-41)",
                         "test_everywhere" + in + "44-46)",
                         "test_everywhere[1]" + in + "44-44) dynamic",
                         "test_everywhere[11]" + in + "44-44) dynamic",
                         "TestCart" + in + "49-59)",
                         "TestCart > test_total" + in + "50-51)",
                         "TestCart > test_skipped" + in + "53-55)",
                         "TestCart > TestInner" + in + "57-59)",
                         "TestCart > TestInner > test_total" + in + "58-59)",
                         "test_versions" + in + "63-64) dynamic",
                         "test_versions" + in + "66-67) dynamic",
                         "test_日本語" + in + "70-71)"};
  const auto listing = answer_of("list_testblocks", {{"file_query", exact_query("tests/test_selection.py")}});
  BOOST_TEST(blocks_in(listing) == expected, tt::per_element());
}

BOOST_AUTO_TEST_CASE(each_block_of_pytest_runs_alone, *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/selection");
  use_python("pytest8");
  const auto all = collected_by_pytest("pytest8");
  for (const std::string file : {"tests/test_selection.py", "tests/api/test_client.py"})
    expect_each_block_alone(file, all.at(file));
}

BOOST_AUTO_TEST_CASE(each_block_of_an_older_pytest_runs_alone, *utf::precondition(needs_python("pytest7"))) {
  use_project("python/pytest/selection");
  use_python("pytest7");
  const std::string file = "tests/api/test_client.py";
  expect_each_block_alone(file, collected_by_pytest("pytest7").at(file));
}

BOOST_AUTO_TEST_CASE(each_block_of_a_newer_pytest_runs_alone, *utf::precondition(needs_python("pytest9"))) {
  use_project("python/pytest/selection");
  use_python("pytest9");
  const std::string file = "tests/api/test_client.py";
  expect_each_block_alone(file, collected_by_pytest("pytest9").at(file));
}

BOOST_AUTO_TEST_CASE(what_is_dynamic_runs_all_the_same, *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/selection");
  use_python("pytest8");
  const std::string file = "tests/test_selection.py";
  BOOST_TEST(tests_run(run_block(file, "test_everywhere[1]")) ==
                 (strings{"test_everywhere[de-1]:44 passed", "test_everywhere[fr-1]:44 passed"}),
             tt::per_element());
  BOOST_TEST(tests_run(run_block(file, "test_param[str(7)-7]")) == strings{"test_param[7-7]:22 passed"},
             tt::per_element());
  const auto both = run_block(file, "test_versions");
  const auto blocks = both.at("blocks_run").as_array();
  BOOST_REQUIRE(blocks.size() == 2u);
  for (const auto& block : blocks) {
    const bool is_there = block.at("line").to_number<int>() == 66;
    BOOST_TEST(block.at("success").as_bool() == is_there);
    BOOST_TEST(block.at("tests").as_array().size() == (is_there ? 1u : 0u));
  }
  BOOST_TEST(both.at("passed").to_number<int>() == 1);
}

BOOST_AUTO_TEST_CASE(a_block_that_fails_says_so, *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/selection");
  use_python("pytest8");
  const std::string file = "tests/test_selection.py";
  BOOST_TEST(status(run_block(file, "test_passes")) == "completed success");
  BOOST_TEST(status(run_block(file, "TestCart")) == "failed no success");
  const auto results = answer_of("get_testresults");
  BOOST_TEST(at_path(results, "count.failures") == 1);
  BOOST_TEST(at_path(results, "count.errors") == 1);
  BOOST_TEST(std::string{at_path(results, "failures.0.file").as_string()} == file + ":51");
  BOOST_TEST(std::string{at_path(results, "errors.0.file").as_string()} == file + ":59");
  BOOST_TEST(std::string{at_path(results, "errors.0.error").as_string()}.find("ValueError: no total") !=
             std::string::npos);
  BOOST_TEST(status(run_block("tests/test_broken.py", "test_never_runs")) == "failed no success");
  BOOST_TEST(at_path(answer_of("get_testresults"), "count.total") == 3);  // two of TestCart are known
}

BOOST_AUTO_TEST_CASE(selected_files, *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/selection");
  use_python("pytest8");
  remember_workspace();
  const auto one = answer_of("run_testfiles", {{"query", "^tests/api/"}});
  BOOST_TEST(json::serialize(one.at("files_run")) == R"(["tests/api/test_client.py"])");
  BOOST_TEST(one.at("status").as_string() == "failed");
  BOOST_TEST(one.at("passed").to_number<int>() == 2);
  BOOST_TEST(one.at("failures").to_number<int>() == 1);
  const auto broken = answer_of("run_testfiles", {{"query", "broken"}});
  BOOST_TEST(broken.at("status").as_string() == "failed");
  BOOST_TEST(broken.at("errors").to_number<int>() == 1);
  BOOST_TEST(broken.at("passed").to_number<int>() == 0);
  const auto all = answer_of("run_all_tests");
  BOOST_TEST(all.at("files_run").to_number<int>() == 3);
  expect_workspace_unchanged({"__pycache__"});
}

BOOST_AUTO_TEST_CASE(selects_whatever_the_projects_options_are, *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/selection");
  use_python("pytest8");
  const auto plain = read_file(workspace() + "/pyproject.toml");
  for (const std::string options : {"-n 2", "-n 2 --dist=loadgroup", "-x --lf -q", "--import-mode=importlib",
                                    "--pyargs", "--rootdir=tests", "--doctest-modules tests"})
    BOOST_TEST_CONTEXT(options) {
      write_file(workspace() + "/pyproject.toml", plain + "addopts = \"" + options + "\"\n");
      const auto run = run_block("tests/api/test_client.py", "test_client");
      BOOST_TEST(tests_run(run) == strings{"test_client:4 passed"}, tt::per_element());
      BOOST_TEST(ran_in(run) == 1u);
      BOOST_TEST(status(run) == "completed success");
    }
}

BOOST_AUTO_TEST_CASE(a_file_that_pytest_would_not_find, *utf::precondition(needs_python("pytest8"))) {
  write_file(workspace() + "/setup.py", "");
  write_file(workspace() + "/tests.py",
             "import unittest\n\n\nclass A(unittest.TestCase):\n    def test_a(self):\n        pass\n\n"
             "    def test_b(self):\n        pass\n");
  write_file(workspace() + "/test_other.py", "def test_other():\n    pass\n");
  use_python("pytest8");
  BOOST_TEST(tests_run(run_block("tests.py", "A > test_a")) == strings{"A::test_a:5 passed"},
             tt::per_element());
  const auto whole = answer_of("run_testfiles", {{"query", "^tests.py"}});
  BOOST_TEST(whole.at("passed").to_number<int>() == 2);
}

BOOST_AUTO_TEST_CASE(a_test_that_the_runner_leaves_out_is_no_success,
                     *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/selection");
  use_python("pytest8");
  add_options("-k nothing");
  const auto run = run_block("tests/test_selection.py", "test_passes");
  BOOST_TEST(status(run) == "failed no success");
  BOOST_TEST(run.at("errors").to_number<int>() == 1);
}

BOOST_AUTO_TEST_CASE(blocks_of_unittest_run_alone,
                     *utf::precondition(needs_python("bare")) * utf::label("sample")) {
  use_project("python/unittest/selection");
  use_python("bare");
  const std::string file = "tests/test_selection.py";
  const std::pair<std::string, strings> cases[] = {
      {"CartTests > test_total", {"CartTests::test_total:31 failed"}},
      {"CartTests > test_total_of_all", {"CartTests::test_total_of_all:34 passed"}},
      {"CartTests > test_skipped", {"CartTests::test_skipped:39 skipped"}},
      {"LaterTests > test_later", {"LaterTests::test_later:45 failed"}},
      {"LaterTests", {"LaterTests::test_later:45 failed"}},
      {"CartTests",
       {"CartTests::test_made_1:7 passed", "CartTests::test_made_2:7 passed",
        "CartTests::test_shared:25 passed", "CartTests::test_skipped:39 skipped",
        "CartTests::test_total:31 failed", "CartTests::test_total_of_all:34 passed"}}};
  for (const auto& [label, tests] : cases) BOOST_TEST_CONTEXT(label) {
      const auto run = run_block(file, label);
      BOOST_TEST(tests_run(run) == tests, tt::per_element());
      BOOST_TEST(ran_in(run) == tests.size());
      const auto fails = [](const auto& test) { return test.ends_with("failed"); };
      const bool red = std::any_of(tests.begin(), tests.end(), fails);
      BOOST_TEST(status(run) == (red ? "failed no success" : "completed success"));
    }
  const auto results = answer_of("get_testresults");
  BOOST_TEST(at_path(results, "count.failures") == 1);
  BOOST_TEST(at_path(results, "count.errors") == 1);  // test_later, which the last run did not judge
}

BOOST_AUTO_TEST_CASE(what_unittest_does_not_run_is_said, *utf::precondition(needs_python("bare"))) {
  use_project("python/unittest/selection");
  use_python("bare");
  const auto run = run_block("tests/test_selection.py", "test_function");
  BOOST_TEST(status(run) == "failed no success");
  BOOST_TEST(ran_in(run) == 1u);  // the error that says so
  BOOST_REQUIRE(run.contains("notes"));
  BOOST_TEST(json::serialize(run.at("notes")).find("which only pytest takes for a test") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(files_of_unittest_run_alone, *utf::precondition(needs_python("bare"))) {
  use_project("python/unittest/selection");
  use_python("bare");
  BOOST_TEST(tests_run(run_block("shop/cart_test.py", "CartTest > test_not_found_by_its_name")) ==
                 strings{"CartTest::test_not_found_by_its_name:5 passed"},
             tt::per_element());
  const auto broken = answer_of("run_testfiles", {{"query", "broken"}});
  BOOST_TEST(broken.at("status").as_string() == "failed");
  BOOST_TEST(ran_in(broken) == 1u);
  const auto selections =
      answer_of("run_testfiles", {{"query", "test_selection"}});  // nothing of the broken one
  BOOST_TEST(ran_in(selections) == 7u);
  BOOST_TEST(selections.at("failures").to_number<int>() == 2);  // one raised something else than an assertion
}

BOOST_AUTO_TEST_CASE(blocks_of_django_run_alone, *utf::precondition(needs_python("django"))) {
  use_project("python/django/site");
  use_python("django");
  for (const auto& [label, outcome] : std::initializer_list<std::pair<std::string, std::string>>{
           {"ItemTests > test_passes", "completed success"}, {"ItemTests > test_fails", "failed no success"}})
    BOOST_TEST_CONTEXT(label) {
      const auto run = run_block("shop/tests.py", label);
      BOOST_TEST(ran_in(run) == 1u);
      BOOST_TEST(status(run) == outcome);
    }
  const auto broken = answer_of("run_testfiles", {{"query", "missing_import"}});
  BOOST_TEST(broken.at("status").as_string() == "failed");
  BOOST_TEST(ran_in(broken) == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
