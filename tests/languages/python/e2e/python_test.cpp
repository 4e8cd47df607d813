// Python with real interpreters: pytest with and without coverage.py, and unittest.
#include "tests/languages/common/e2e/outcome_table.hpp"
#include "tests/languages/python/e2e/python_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>

using namespace covey::testing;
namespace utf = boost::unit_test;
namespace fs = std::filesystem;

namespace {

const std::vector<present_case> pytest_outcomes{
    {"passes", "tests/test_outcomes.py::test_passes"},
    {"fails_equal", "tests/test_outcomes.py::test_fails_equal"},
    {"fails_text", "tests/test_outcomes.py::test_fails_text"},
    {"raises", "tests/test_outcomes.py::test_raises"},
    {"raises_in_source", "tests/test_outcomes.py::test_raises_in_source"},
    {"is_skipped", "tests/test_outcomes.py::test_is_skipped"},
    {"expected_to_fail", "tests/test_outcomes.py::test_expected_to_fail"},
    {"param_1", "tests/test_outcomes.py::test_param[1]"},
    {"param_2", "tests/test_outcomes.py::test_param[2]"},
    {"param_3", "tests/test_outcomes.py::test_param[3]"},
    {"deep_passes", "tests/test_outcomes.py::TestOuter::TestInner::test_deep_passes"},
    {"deep_fails", "tests/test_outcomes.py::TestOuter::TestInner::test_deep_fails"},
    {"noisy", "tests/test_outcomes.py::test_noisy"},
    {"日本語", "tests/test_outcomes.py::test_日本語"},
    {"setup_fails", "tests/test_outcomes.py::test_setup_fails"},
    {"passes", "tests/test_unittest_style.py::TestStyle::test_passes"},
    {"fails_equal", "tests/test_unittest_style.py::TestStyle::test_fails_equal"}};

const std::vector<present_case> unittest_outcomes{
    {"passes", "tests/test_outcomes.py::TestOutcomes::test_passes"},
    {"fails_equal", "tests/test_outcomes.py::TestOutcomes::test_fails_equal"},
    {"fails_text", "tests/test_outcomes.py::TestOutcomes::test_fails_text"},
    {"raises", "tests/test_outcomes.py::TestOutcomes::test_raises"},
    {"raises_in_source", "tests/test_outcomes.py::TestOutcomes::test_raises_in_source"},
    {"is_skipped", "tests/test_outcomes.py::TestOutcomes::test_is_skipped"},
    {"expected_to_fail", "tests/test_outcomes.py::TestOutcomes::test_expected_to_fail"},
    {"param_1", "tests/test_outcomes.py::TestParam::test_param_1"},
    {"param_2", "tests/test_outcomes.py::TestParam::test_param_2"},
    {"param_3", "tests/test_outcomes.py::TestParam::test_param_3"},
    {"deep_passes", "tests/test_outcomes.py::TestOuterInner::test_deep_passes"},
    {"deep_fails", "tests/test_outcomes.py::TestOuterInner::test_deep_fails"},
    {"noisy", "tests/test_outcomes.py::TestOutcomes::test_noisy"},
    {"日本語", "tests/test_outcomes.py::TestOutcomes::test_日本語"},
    {"setup_fails", "tests/test_outcomes.py::TestSetup::test_setup_fails"}};

const std::vector<present_case> broken_files{{"passes", ""},
                                             {"missing_import", "tests/test_missing_import.py"},
                                             {"syntax_error", "tests/test_syntax_error.py"}};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(python, python_fixture)

BOOST_AUTO_TEST_CASE(outcomes_of_pytest, *utf::precondition(needs_python("pytest8")) * utf::label("sample")) {
  use_project("python/pytest/outcomes");
  use_python("pytest8");
  remember_workspace();
  const auto run = run_tests();
  expect_table(run, workspace(), "outcomes", pytest_outcomes);
  BOOST_TEST(decision_of(run, "runner") == "pytest 8.4.2");
  BOOST_TEST(decision_of(run, "interpreter").find("/pytest8/bin/python 3.") != std::string::npos);
  expect_workspace_unchanged({"__pycache__"});  // Python's own cache of what it compiles
}

BOOST_AUTO_TEST_CASE(outcomes_of_pytest_without_coverage_py, *utf::precondition(needs_python("pytest9"))) {
  use_project("python/pytest/outcomes");
  use_python("pytest9");
  const auto run = run_tests();
  expect_table(run, workspace(), "outcomes", pytest_outcomes);
  BOOST_TEST(decision_of(run, "coverage").find("covey's own recorder") == 0u);
}

BOOST_AUTO_TEST_CASE(the_projects_own_options_change_nothing, *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/outcomes");
  use_python("pytest8");
  const auto plain = read_file(workspace() + "/pyproject.toml");
  for (const std::string options :
       {"-x -q --lf --ff --sw",
        "--cov=source --cov-report=html --cov-report=xml --cov-fail-under=99 --junitxml=report.xml", "-n 2",
        "-n 2 --dist=loadgroup --maxfail=1 --cov=.", "-p no:cacheprovider --color=yes --tb=no -s",
        "--strict-config --strict-markers -vv --reruns 1"})
    BOOST_TEST_CONTEXT(options) {
      write_file(workspace() + "/pyproject.toml", plain);
      add_options(options);
      remember_workspace();
      const auto run = run_tests();
      expect_table(run, workspace(), "outcomes", pytest_outcomes);
      BOOST_TEST(!covering("source.py", 2).empty());
      expect_workspace_unchanged({"__pycache__"});
    }
}

BOOST_AUTO_TEST_CASE(outcomes_of_unittest, *utf::precondition(needs_python("bare")) * utf::label("sample")) {
  use_project("python/unittest/outcomes");
  use_python("bare");
  remember_workspace();
  const auto run = run_tests();
  expect_table(run, workspace(), "outcomes", unittest_outcomes);
  BOOST_TEST(decision_of(run, "runner") == "unittest");
  expect_workspace_unchanged({"__pycache__"});
}

BOOST_AUTO_TEST_CASE(unittests_that_share_an_id_are_each_run, *utf::precondition(needs_python("bare"))) {
  use_project("python/unittest/duplicates");
  use_python("bare");
  const strings third{"test_duplicates.py::Numbered::test_number#3"};
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 4, failed 1, skipped 0, errors 0");
  BOOST_TEST(failed_names(run) == third, boost::test_tools::per_element());
  const auto again = run_failing_tests();
  BOOST_TEST(counted(again) == "passed 0, failed 1, skipped 0, errors 0");
  BOOST_TEST(failed_names(again) == third, boost::test_tools::per_element());
  write_file(workspace() + "/test_duplicates.py",
             "import unittest\n\n\nclass Other(unittest.TestCase):\n    def test(self):\n        pass\n");
  const auto gone = run_failing_tests();  // no failure of a test called "unittest" beside it
  BOOST_TEST(counted(gone) == "passed 0, failed 0, skipped 0, errors 1");
  BOOST_TEST(failed_names(gone) == third, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(files_that_do_not_load, *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/broken");
  use_python("pytest8");
  expect_table(run_tests(), workspace(), "broken", broken_files);
  add_options("-x -n 2");
  expect_table(run_tests(), workspace(), "broken", broken_files);
  write_file(workspace() + "/tests/test_syntax_error.py", "def test_mended():\n    assert True\n");
  const auto again = run_failing_tests();
  BOOST_TEST(counted(again) == "passed 1, failed 0, skipped 0, errors 1");
  BOOST_TEST(failed_names(again) == strings{"tests/test_missing_import.py"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(files_that_do_not_load_for_unittest, *utf::precondition(needs_python("bare"))) {
  use_project("python/unittest/broken");
  use_python("bare");
  expect_table(run_tests(), workspace(), "broken", broken_files);
  write_file(workspace() + "/tests/test_syntax_error.py",
             "import unittest\n\n\nclass T(unittest.TestCase):\n    def test_mended(self):\n        pass\n");
  const auto again = run_failing_tests();
  BOOST_TEST(counted(again) == "passed 1, failed 0, skipped 0, errors 1");
  BOOST_TEST(failed_names(again) == strings{"tests/test_missing_import.py"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_test_that_ends_the_process, *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/crash");
  use_python("pytest8");
  expect_crash({"tests/test_a_before.py::test_passes", "tests/test_b_crash.py::test_passes_too"},
               "tests/test_b_crash.py::test_crashes");
  add_options("-n 2");  // a worker ends, another one goes on
  expect_crash({"tests/test_a_before.py::test_passes", "tests/test_b_crash.py::test_passes_too",
                "tests/test_b_crash.py::test_never_runs"},
               "tests/test_b_crash.py::test_crashes");
}

BOOST_AUTO_TEST_CASE(a_unittest_that_ends_the_process, *utf::precondition(needs_python("bare"))) {
  use_project("python/unittest/crash");
  use_python("bare");
  expect_crash({"tests/test_a_before.py::TestBefore::test_passes",
                "tests/test_b_crash.py::TestCrash::test_a_passes_too"},
               "tests/test_b_crash.py::TestCrash::test_crashes");
}

BOOST_AUTO_TEST_CASE(every_name_is_selectable_alone, *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/names");
  use_python("pytest8");
  const std::string name = "tests/test_names.py::test_name";
  expect_each_selectable({{"a.*b", name + "[a.*b]"},
                          {"-x", name + "[-x]"},
                          {"with space/slash", name + "[with space/slash]"},
                          {"[wrong::one[x]]", name + "[[wrong::one[x]]]"},
                          {"it's \"quoted\" (1)", name + "[it's \"quoted\" (1)]"},
                          {"日本語", name + "[\\u65e5\\u672c\\u8a9e]"},  // as pytest prints it
                          {"function 日本語", "tests/test_names.py::test_日本語"}});
}

BOOST_AUTO_TEST_CASE(every_name_of_unittest_is_selectable_alone, *utf::precondition(needs_python("bare"))) {
  use_project("python/unittest/names");
  use_python("bare");
  const std::string name = "tests/test_names.py::TestNames::test_";
  expect_each_selectable({{"a.*b", name + "a.*b"},
                          {"a", name + "a"},
                          {"-x", name + "-x"},
                          {"with space/slash", name + "with space/slash"},
                          {"[wrong::one[x]]", name + "[wrong::one[x]]"},
                          {"it's \"quoted\" (1)", name + "it's \"quoted\" (1)"},
                          {"日本語", name + "日本語"}});
}

BOOST_AUTO_TEST_CASE(lines_are_those_of_coverage_py, *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/coverage");
  use_python("pytest8");
  const auto run = run_tests();
  expect_lines(run, lines_of_coverage_py({"pytest", "-p", "no:cacheprovider"}));
  BOOST_TEST(covering("shop/statements.py", 146) == (strings{"tests/test_statements.py: test_nested",
                                                             "tests/test_statements.py: test_nested_again"}),
             boost::test_tools::per_element());
  BOOST_TEST(covering("shop/in_thread.py", 5) == strings{"tests/test_statements.py: test_thread"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(lines_are_the_same_without_coverage_py, *utf::precondition(needs_python("pytest9")) *
                                                                 utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/coverage");
  use_python("pytest9");
  const auto run = run_tests();
  expect_lines(run, lines_of_coverage_py({"pytest", "-p", "no:cacheprovider"}));
}

BOOST_AUTO_TEST_CASE(the_projects_configuration_of_coverage_py_counts,
                     *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/coverage");
  use_python("pytest8");
  write_file(
      workspace() + "/.coveragerc",
      "[run]\nbranch = true\nsource = shop\nomit = */in_thread.py\n[report]\nexclude_also =\n    raise "
      "ValueError\n    def generator\n");
  const auto run = run_tests();
  const auto files = lines_of_coverage_py({"pytest", "-p", "no:cacheprovider"});
  BOOST_TEST(files.count("shop/never_imported.py") == 1u);  // of the source, though nothing loads it
  BOOST_TEST(files.count("tests/test_statements.py") == 0u);
  expect_lines(run, files);
  // Who ran what it leaves out is known all the same.
  const strings thread{"tests/test_statements.py: test_thread"};
  BOOST_TEST(covering("shop/in_thread.py", 5) == thread, boost::test_tools::per_element());
  BOOST_TEST(covering("tests/test_statements.py", 54) == thread, boost::test_tools::per_element());
  for (const auto line : {80u, 81u, 117u}) BOOST_TEST(!covering("shop/statements.py", line).empty());
}

BOOST_AUTO_TEST_CASE(lines_of_unittest_are_those_of_coverage_py,
                     *utf::precondition(needs_python("bare")) * utf::precondition(needs_python("pytest8"))) {
  use_project("python/unittest/outcomes");
  use_python("bare");
  const auto run = run_tests();
  expect_lines(run, lines_of_coverage_py({"unittest"}));
  BOOST_TEST(
      covering("source.py", 6) == strings{"tests/test_outcomes.py: TestOutcomes::test_raises_in_source"},
      boost::test_tools::per_element());
}

// The reporter's own reading of sources, against coverage.py's on files of every kind.
BOOST_AUTO_TEST_CASE(sources_are_read_as_coverage_py_reads_them,
                     *utf::precondition(needs_python("pytest8"))) {
  const std::string script = R"(
import os, sys
sys.path.insert(0, sys.argv[1])
import coverage, covey_lines
tool = coverage.Coverage(data_file=None, config_file=False)
compared = 0
for package in ("_pytest", "coverage", "asyncio", "email", "unittest", "importlib", "xml", "json"):
    folder = os.path.dirname(__import__(package).__file__)
    for here, _, names in os.walk(folder):
        for path in [os.path.join(here, name) for name in names if name.endswith(".py")]:
            theirs, ours = set(tool.analysis2(path)[1]), covey_lines.SourceLines(path)
            first = tool._get_file_reporter(path).translate_lines
            compared += 1
            if theirs != ours.found or any({ours.first(line)} != first([line]) for line in range(1, 2000)):
                print(path, sorted(theirs ^ ours.found))
print(compared > 100)
)";
  const auto said =
      python("pytest8", {"-c", script, std::string{COVEY_SOURCE_DIR} + "/reporters/python"}, workspace());
  BOOST_TEST(said.out == "True\n", said.out << said.err);
}

// Of a project that keeps a configuration and does not install coverage.py.
BOOST_AUTO_TEST_CASE(a_configuration_counts_also_without_coverage_py, *utf::precondition(needs_python("pytest8"))) {
  const std::string source{COVEY_SOURCE_DIR};
  const auto said =
      python("pytest8", {source + "/tests/languages/python/probes/configured.py", source + "/reporters/python"},
             workspace());
  BOOST_TEST(said.out == "coverage.py is not installed, and its configuratio\n", said.out << said.err);
}

// A project may have thousands of files that no test loads, and coverage.py is slow to read one.
BOOST_AUTO_TEST_CASE(what_nothing_loads_is_read_once,
                     *utf::precondition(needs_python("pytest8"))) {
  const std::string script = R"(
import os, sys
sys.path.insert(0, sys.argv[1])
with open(".coveragerc", "w") as out:
    out.write("[run]\nsource = .\n[report]\nexclude_lines =\n    if DEBUG\n")
path = os.path.abspath("a.py")
with open(path, "w") as out:
    out.write("x = [\n    1,\n]\nif DEBUG:\n    x = 2\n")
import covey_counted
from coverage.parser import PythonParser
counted = covey_counted.Counted(os.getcwd())
parsed, parse = [], PythonParser.parse_source
PythonParser.parse_source = lambda self: (parsed.append(self), parse(self))[1]
lines = counted.lines(path, loaded=False)
print(len(parsed), "covey_lines" in sys.modules, sorted(lines.found), lines.further)
lines = counted.lines(path)
print(sorted(lines.all), lines.further)
)";
  const auto said =
      python("pytest8", {"-c", script, std::string{COVEY_SOURCE_DIR} + "/reporters/python"}, workspace());
  BOOST_TEST(said.out == "1 False [1] {1: {2, 3}}\n[1, 4, 5] {1: {2, 3}}\n", said.out << said.err);
}

// On every kind of statement, and code is otherwise what it was.
BOOST_AUTO_TEST_CASE(probes_record_what_settrace_does, *utf::precondition(needs_python("pytest8"))) {
  const std::string source{COVEY_SOURCE_DIR};
  const auto said =
      python("pytest8", {source + "/tests/languages/python/probes/compare.py", source + "/reporters/python"},
             workspace());
  BOOST_TEST(said.out == "same\n", said.out << said.err);
}

BOOST_AUTO_TEST_CASE(what_an_import_hook_makes_of_a_file_is_recorded_without_probes,
                     *utf::precondition(needs_python("pytest8"))) {
  const std::string source{COVEY_SOURCE_DIR};
  const auto said =
      python("pytest8", {source + "/tests/languages/python/probes/others.py", source + "/reporters/python"},
             workspace());
  BOOST_TEST(said.out == "all recorded\n", said.out << said.err);
}

// An edit while a run reads the sources must not give the next run what stood there before.
BOOST_AUTO_TEST_CASE(what_is_kept_of_a_source_holds_for_what_was_read,
                     *utf::precondition(needs_python("pytest8"))) {
  const std::string script = R"(
import os, sys, tempfile
folder = os.environ["COVEY_KEPT"] = tempfile.mkdtemp()
sys.path.insert(0, sys.argv[1])
import covey_kept
path = os.path.join(folder, "source.py")
def write(text):
    with open(path, "w") as file:
        file.write(text)
def key():
    while True:  # until the clock of the file system has ticked
        found = covey_kept.key_of(path)
        if found: return found
write("a = 1")
assert covey_kept.key_of(path) is None
before = key()
covey_kept.keep("code", before, "of a = 1")
print(covey_kept.kept("code", key()))
write("a = 2")
covey_kept.keep("code", before, "of a = 1")  # by a run that had read it before
print(covey_kept.kept("code", key()))
os.utime(path, ns=(before[2], before[2]))  # the size and the time that it had
print(covey_kept.kept("code", key()))
)";
  const auto said =
      python("pytest8", {"-c", script, std::string{COVEY_SOURCE_DIR} + "/reporters/python"}, workspace());
  BOOST_TEST(said.out == "of a = 1\nNone\nNone\n", said.out << said.err);
}

BOOST_AUTO_TEST_CASE(a_configuration_that_stops_pytest_is_named,
                     *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/outcomes");
  use_python("pytest8");
  add_options("--no-such-option");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 0, failed 0, skipped 0, errors 1");
  BOOST_TEST(at_path(run, "failures.0.file") == "pyproject.toml");
  BOOST_TEST(at_path(run, "failures.0.message") == "unrecognized arguments: --no-such-option");
}

BOOST_AUTO_TEST_CASE(a_broken_conftest_is_named_and_rerun_with_everything,
                     *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/names");
  use_python("pytest8");
  write_file(workspace() + "/tests/conftest.py", "import os\n\nraise RuntimeError(\"no configuration\")\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 0, failed 0, skipped 0, errors 1");
  BOOST_TEST(at_path(run, "failures.0.file") == "tests/conftest.py");
  BOOST_TEST(at_path(run, "failures.0.line") == 3);
  write_file(workspace() + "/tests/conftest.py", "");
  BOOST_TEST(counted(run_failing_tests()) == "passed 20, failed 0, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(the_example_gives_what_its_readme_says, *utf::precondition(needs_python("pytest8"))) {
  fs::copy(fs::path{COVEY_SOURCE_DIR} / "examples/python", workspace(), fs::copy_options::recursive);
  use_python("pytest8");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 11, failed 4, skipped 2, errors 1");
  BOOST_TEST(failed_names(run) ==
                 (strings{"tests/test_cart.py::test_receipt", "tests/test_delivery.py::test_courier",
                          "tests/test_delivery.py::test_late_order",
                          "tests/test_price.py::test_bulk[100 pieces: 5 % / 10 % off]",
                          "tests/test_price.py::test_coupon_with_blanks"}),
             boost::test_tools::per_element());
  BOOST_TEST(at_path(run, "coverage.lines_found") == 43);
  BOOST_TEST(at_path(run, "coverage.lines_hit") == 41);
  BOOST_TEST(covering("shop/money.py", 8) == strings{"tests/test_cart.py: test_shares_add_up"},
             boost::test_tools::per_element());
  BOOST_TEST(covering("shop/money.py", 7).empty());
}

BOOST_AUTO_TEST_CASE(a_project_without_tests_is_not_green, *utf::precondition(needs_python("pytest8"))) {
  write_file(workspace() + "/pyproject.toml", "[project]\nname = \"empty\"\n");
  use_python("pytest8");
  const auto run = run_tests();
  BOOST_TEST(at_path(run, "status") != "passed");
  BOOST_TEST(std::string{at_path(run, "failures.0.message").as_string()}.find("pytest found no tests") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
