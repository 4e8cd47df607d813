// Python projects that are their runner's plugin, die late, patch what a reporter needs, or have a runner of
// their own.
#include "tests/languages/python/e2e/python_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>

using namespace covey::testing;
namespace utf = boost::unit_test;
namespace fs = std::filesystem;

namespace {

// The path of the python3 on PATH, if it has sys.monitoring; else empty.
std::string newer_python() {
  if (!is_on_path("python3")) return "";
  process_options options;
  options.arguments = {"python3", "-c",
                       "import sys; print(sys.executable if hasattr(sys, 'monitoring') else '', end='')"};
  return run_program("/usr/bin/env", options).out;
}

// Asked when the test is to run: while the list of tests is made, nothing is there yet to start a program
// with.
boost::test_tools::assertion_result has_newer_python(utf::test_unit_id id) {
  return needs(!newer_python().empty(), "python3 on PATH is older than 3.12")(id);
}

struct odd_python_fixture : python_fixture {
  void project(const std::string& file, const std::string& text) {
    fs::create_directories(fs::path{workspace() + "/" + file}.parent_path());
    write_file(workspace() + "/" + file, text);
  }

  strings notes_of(const json::object& run) {
    strings out;
    if (const auto notes = at_path(run, "notes"); notes.is_array())
      for (const auto& note : notes.get_array()) out.emplace_back(note.get_string());
    return out;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(odd_python, odd_python_fixture)

BOOST_AUTO_TEST_CASE(a_failure_is_told_though_the_tear_down_ends_the_process,
                     *utf::precondition(needs_python("pytest8"))) {
  project("pytest.ini", "[pytest]\n");
  project("test_late.py",
          "import os\nimport pytest\n\n\n@pytest.fixture\ndef late():\n    yield\n    os._exit(3)\n\n\n"
          "def test_late(late):\n    assert [1, 2] == [1, 3]\n");
  use_python("pytest8");
  for (const std::string options : {"", "addopts = -n 1\n"}) {
    project("pytest.ini", "[pytest]\n" + options);
    const auto run = run_tests();
    BOOST_TEST(counted(run) == "passed 0, failed 1, skipped 0, errors 0");
    BOOST_TEST(at_path(run, "failures.0.kind") == "crash");
    BOOST_TEST(at_path(run, "failures.0.line") == 12);
    BOOST_TEST(at_path(run, "failures.0.right") == "[1, 3]");
    BOOST_TEST(std::string{at_path(run, "failures.0.message").as_string()}.find(
                   " ended while this test was ") != std::string::npos);
  }
}

// The project reads bytecode itself, so that coverage.py's tracer measures it.
BOOST_AUTO_TEST_CASE(what_only_sees_that_it_is_measured_has_not_failed,
                     *utf::precondition(needs_python("pytest8"))) {
  project("pytest.ini", "[pytest]\n");
  project("test_sees.py",
          "import dis\nimport sys\n\n\ndef test_tracer():\n    assert sys.gettrace() is None\n\n\n"
          "def test_red():\n    assert [1] == [2]\n");
  project("test_more.py", "def test_more():\n    assert [3] == [4]\n");
  use_python("pytest8");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 2, skipped 0, errors 0");
  BOOST_TEST(at_path(run, "failures.0.message") == "assert [3] == [4]");
  BOOST_TEST(json::serialize(json::value_from(notes_of(run))).find("come of measuring coverage") != std::string::npos);
}

// `--cov=lib` counts the files of lib, loaded or not; `--cov` the tests, too; and `--cov-config` names what else counts.
BOOST_AUTO_TEST_CASE(a_threshold_counts_what_pytest_cov_counts, *utf::precondition(needs_python("pytest8"))) {
  project("lib/__init__.py", "");
  project("lib/half.py", "def half(of):\n    if of:\n        return 1\n    of = 2\n    of = 3\n    return of\n");
  project("full.py", "a = 1\nb = 1\nc = 1\nd = 1\ne = 1\nf = 1\n");
  project("conftest.py", "");
  project("test_half.py", "import full\nfrom lib.half import half\n\n\ndef test_half():\n    assert half(1) == full.a\n");
  project("other.ini", "[report]\nexclude_lines =\n    of = \n    return of\n");
  use_python("pytest8");
  const std::vector<std::pair<std::string, bool>> expected{
      {"--cov=lib --cov-fail-under=51", false},  {"--cov=full --cov-fail-under=99", true},
      {"--cov --cov-fail-under=80", true},       {"--cov=lib --cov-fail-under=99 --cov-config=other.ini", true},
      {"--cov=lib --cov-fail-under=100 --cov-branch", false}};
  for (const auto& [options, passes] : expected)
    BOOST_TEST_CONTEXT(options) {
      project("pytest.ini", "[pytest]\naddopts = " + options + "\n");
      BOOST_TEST(run_tests().at("status") == (passes ? "passed" : "failed"));
      BOOST_TEST((python("pytest8", {"-m", "pytest", "-q"}, workspace()).exit_code == 0) == passes);
    }
}

// It is told after the test that ran last, which has nothing to do with it.
BOOST_AUTO_TEST_CASE(the_end_of_a_shared_fixture_is_judged_by_all_that_share_it,
                     *utf::precondition(needs_python("pytest8"))) {
  const auto text = [](const std::string& scope, int attempt) {
    return "import pytest\n\n\n@pytest.fixture(scope='" + scope +
           "')\ndef store(request):\n    request.addfinalizer(lambda: close(" + std::to_string(attempt) +
           "))\n\n\ndef close(attempt):\n    raise OSError('not closed')\n\n\n"
           "def test_user(store):\n    pass\n\n\ndef test_other():\n    pass\n";
  };
  project("pytest.ini", "[pytest]\n");
  use_python("pytest8");
  for (const std::string scope : {"module", "session"}) {
    project("test_store.py", text(scope, 1));
    const auto run = run_tests();
    BOOST_TEST(counted(run) == "passed 2, failed 0, skipped 0, errors 1");
    BOOST_TEST(at_path(run, "failures.0.line") == 10);
    project("test_store.py", text(scope, 2));
    BOOST_TEST(counted(run_failing_tests()) == "passed 2, failed 0, skipped 0, errors 1");
  }
}

// Where warnings are errors, one of ours about our own hook took the place of what the module did.
BOOST_AUTO_TEST_CASE(a_module_that_ends_the_process_is_named_and_no_hook_of_ours,
                     *utf::precondition(needs_python("pytest8"))) {
  project("pytest.ini", "[pytest]\nfilterwarnings = error\n");
  project("test_ends.py", "import sys\n\nsys.exit(0)\n");
  use_python("pytest8");
  const auto run = run_tests();
  BOOST_TEST(run.at("status") == "failed");
  BOOST_TEST(at_path(run, "failures.0.line") == 3);
  BOOST_TEST(json::serialize(run.at("failures")).find("covey") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_pytest_imports_first_has_its_import_lines,
                     *utf::precondition(needs_python("pytest8"))) {
  project("pytest.ini", "[pytest]\naddopts = -p plug -W error\n");
  project("Makefile", "test:\n\tpython -m pytest\n");  // so that the plugin is found
  project("plug.py", "import pytest\n\n\n@pytest.fixture\ndef seven():\n    return 7\n");
  project("test_plug.py", "def test_seven(seven):\n    assert seven == 7\n");
  use_python("pytest8");
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 0, skipped 0, errors 0");
  for (const std::uint32_t line : {1u, 5u, 6u}) BOOST_TEST(ran("plug.py", line), line);
  BOOST_TEST(covering("plug.py", 6) == strings{"test_plug.py: test_seven"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(tests_may_patch_what_a_reporter_uses, *utf::precondition(needs_python("pytest8"))) {
  project("pytest.ini", "[pytest]\naddopts = -p no:terminal\n");
  project("test_patch.py",
          "import json, os, time\n\n\ndef test_write(monkeypatch):\n"
          "    monkeypatch.setattr(os, \"write\", lambda *_: 1 / 0)\n    assert [1] == [2]\n\n\n"
          "def test_for_good():\n    json.dumps = os.getpid = time.monotonic = None\n\n\n"
          "def test_after():\n    pass\n");
  use_python("pytest8");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 2, failed 1, skipped 0, errors 0");
  BOOST_TEST(at_path(run, "failures.0.message") == "assert [1] == [2]");
}

// Before its version 7 coverage.py could do less; Debian 12 has such a one.
BOOST_AUTO_TEST_CASE(an_older_coverage_py_measures_too, *utf::precondition(needs_python("pytest7"))) {
  use_project("python/pytest/coverage");
  use_python("pytest7");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 12, failed 2, skipped 0, errors 0");
  BOOST_TEST(notes_of(run).empty());
  BOOST_TEST(covering("shop/statements.py", 146) == (strings{"tests/test_statements.py: test_nested",
                                                             "tests/test_statements.py: test_nested_again"}),
             boost::test_tools::per_element());
}

// As the plugin "flaky" does it.
BOOST_AUTO_TEST_CASE(attempts_that_do_not_count_are_not_counted,
                     *utf::precondition(needs_python("pytest8"))) {
  project("pytest.ini", "[pytest]\n");
  project("conftest.py",
          "from _pytest import runner\n\n\ndef pytest_runtest_protocol(item, nextitem):\n"
          "    own = runner.call_and_report\n"
          "    runner.call_and_report = lambda item, when, log=True, **rest: own(\n"
          "        item, when, log and when != \"call\", **rest)\n"
          "    try:\n        runner.pytest_runtest_protocol(item, nextitem)\n"
          "    finally:\n        runner.call_and_report = own\n"
          "    runner.pytest_runtest_protocol(item, nextitem)\n    return True\n");
  project("test_flaky.py",
          "seen = []\n\n\ndef test_flaky():\n    seen.append(1)\n    assert len(seen) > 1\n\n\n"
          "def test_always():\n    assert seen == 7\n");
  use_python("pytest8");
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 1, skipped 0, errors 0");
}

// Where the stack ends is where it ends without covey. Numbers up to 256 are compared without going deeper.
BOOST_AUTO_TEST_CASE(the_recorder_takes_no_room_at_the_limit_of_recursion,
                     *utf::precondition(needs_python("pytest9"))) {
  project("pytest.ini", "[pytest]\n");
  project("deep.py",
          std::string(256, '\n') + "def deep(n):\n    return deep(n + 1)\n\n\ndef flat():\n    return 1\n");
  project("test_deep.py",
          "import pytest\nfrom deep import deep, flat\n\n\ndef test_deep():\n"
          "    with pytest.raises(RecursionError) as why:\n        deep(0)\n"
          "    assert str(why.value) == \"maximum recursion depth exceeded\"\n"
          "    assert why.traceback[-1].lineno + 1 == 258\n\n\n"
          "def test_flat():\n    assert flat() == 1\n");
  use_python("pytest9");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 2, failed 0, skipped 0, errors 0");
  BOOST_TEST(ran("deep.py", 258));
  BOOST_TEST(covering("deep.py", 262) == strings{"test_deep.py: test_flat"},
             boost::test_tools::per_element());
}

// hypothesis measures too, and warns where the number that it asks for is taken.
BOOST_AUTO_TEST_CASE(the_recorder_leaves_others_their_monitoring, *utf::precondition(has_newer_python)) {
  project("setup.cfg", "");
  project("test_tools.py",
          "import sys\nimport unittest\n\n\nclass TestTools(unittest.TestCase):\n    def test_free(self):\n"
          "        for tool in range(4):\n            self.assertIsNone(sys.monitoring.get_tool(tool))\n");
  fs::create_directories(workspace() + "/.venv/bin");
  fs::create_symlink(newer_python(), workspace() + "/.venv/bin/python");
  const auto run = run_tests();
  BOOST_TEST(decision_of(run, "coverage") == "covey's own recorder (sys.monitoring)");
  BOOST_TEST(counted(run) == "passed 1, failed 0, skipped 0, errors 0");
  BOOST_TEST(ran("test_tools.py", 8));
}

BOOST_AUTO_TEST_CASE(a_test_may_free_the_numbers_of_monitoring, *utf::precondition(has_newer_python)) {
  project("setup.cfg", "");
  project("lib.py", "def one():\n    return 1\n\n\ndef two():\n    return 2\n");
  project("test_tools.py",
          "import sys\nimport unittest\nimport lib\n\n\nclass TestTools(unittest.TestCase):\n"
          "    def test_a_frees(self):\n        lib.one()\n        for tool in range(6):\n"
          "            sys.monitoring.free_tool_id(tool)\n        self.assertEqual(lib.two(), 2)\n\n"
          "    def test_b_behind_it(self):\n        self.assertEqual(lib.two(), 2)\n\n"
          "    def test_c_is_red(self):\n        self.assertEqual(lib.one(), 2)\n");
  fs::create_directories(workspace() + "/.venv/bin");
  fs::create_symlink(newer_python(), workspace() + "/.venv/bin/python");
  BOOST_TEST(counted(run_tests()) == "passed 2, failed 1, skipped 0, errors 0");
  BOOST_TEST(covering("lib.py", 6) == strings{"test_tools.py: TestTools::test_b_behind_it"},
             boost::test_tools::per_element());
}

// As `pytest` is red there: only `python -m pytest` has the workspace on sys.path.
BOOST_AUTO_TEST_CASE(a_run_is_the_projects_own_command, *utf::precondition(needs_python("pytest8"))) {
  project("pyproject.toml", "[project]\nname = \"own\"\n");
  project("cart.py", "def total(prices):\n    return sum(prices)\n");
  project("tests/test_cart.py", "import cart\n\n\ndef test_total():\n    assert cart.total([1, 2]) == 3\n");
  use_python("pytest8");
  const auto plain = run_tests();
  BOOST_TEST(counted(plain) == "passed 0, failed 0, skipped 0, errors 1");
  BOOST_TEST(at_path(plain, "failures.0.message") == "ModuleNotFoundError: No module named 'cart'");
  BOOST_REQUIRE(notes_of(plain).size() == 1u);
  BOOST_TEST(notes_of(plain)[0].find("cart is the project's own (cart.py), and not on sys.path") == 0u,
             notes_of(plain)[0]);
  project("Makefile", "test:\n\tpython -m pytest\n");
  const auto module = run_tests();
  BOOST_TEST(counted(module) == "passed 1, failed 0, skipped 0, errors 0");
  BOOST_TEST(decision_of(module, "runner") == "python -m pytest 8.4.2");
}

BOOST_AUTO_TEST_CASE(a_missing_module_is_named_with_its_remedy, *utf::precondition(needs_python("pytest8"))) {
  project("pyproject.toml", "[project]\nname = \"own\"\n");
  project("src/own/__init__.py", "");
  project("test_own.py", "import own\n");
  project("test_other.py", "import nothing_of_this_name\n");
  project("test_other_again.py", "import nothing_of_this_name\n");
  use_python("pytest8");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 0, failed 0, skipped 0, errors 3");
  const auto notes = notes_of(run);
  BOOST_REQUIRE(notes.size() == 2u);
  BOOST_TEST(notes[0].find("nothing_of_this_name is not installed") == 0u, notes[0]);
  BOOST_TEST(notes[1].find("own is the project's own (src/own)") == 0u, notes[1]);
  BOOST_TEST(notes[1].find("-m pip install -e .`") != std::string::npos, notes[1]);
}

BOOST_AUTO_TEST_CASE(djangos_own_runner_runs_a_project_of_django,
                     *utf::precondition(needs_python("django"))) {
  use_project("python/django/site");
  use_python("django");
  remember_workspace();
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 1, skipped 1, errors 3");
  BOOST_TEST(
      failed_names(run) ==
          (strings{"broken/test_missing_import.py", "shop/tests.py::ItemTests::test_fails",
                   "shop/tests.py::NoData::test_never_runs", "shop/tests.py::NotReady::test_never_runs"}),
      boost::test_tools::per_element());
  BOOST_TEST(covering("shop/models.py", 8) == strings{"shop/tests.py: ItemTests::test_fails"},
             boost::test_tools::per_element());
  BOOST_TEST(!ran("shop/models.py", 11));
  expect_workspace_unchanged({"__pycache__"});
  BOOST_TEST(counted(run_failing_tests()) == "passed 0, failed 1, skipped 0, errors 3");
}

// tests/ is not on the path of the root, and `shop` is called so from there.
BOOST_AUTO_TEST_CASE(djangos_settings_lie_beside_their_script, *utf::precondition(needs_python("django"))) {
  project("pyproject.toml", "[project]\nname = \"shop\"\n");
  project("tests/manage.py",
          "import os\nimport sys\nfrom django.core.management import execute_from_command_line\n\n"
          "os.environ[\"DJANGO_SETTINGS_MODULE\"] = \"settings\"\nexecute_from_command_line(sys.argv)\n");
  project("tests/settings.py", "SECRET_KEY = 'x'\nINSTALLED_APPS = ['shop']\n");
  project("tests/shop/__init__.py", "");
  project("tests/shop/tests.py",
          "from django.test import SimpleTestCase\n\n\nclass Price(SimpleTestCase):\n    def test_total(self):\n"
          "        pass\n\n    def test_fails(self):\n        self.assertEqual(1, 2)\n");
  project("tests/shop/test_broken.py", "import nothing_of_this_name\n");
  use_python("django");
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 1, skipped 0, errors 1");
  const auto rerun = run_failing_tests();
  BOOST_TEST(counted(rerun) == "passed 0, failed 1, skipped 0, errors 1");
  BOOST_TEST(failed_names(rerun) == (strings{"tests/shop/test_broken.py", "tests/shop/tests.py::Price::test_fails"}),
             boost::test_tools::per_element());
  BOOST_TEST(answer_of("run_testfiles", {{"files", json::array{"tests/shop/tests.py"}}}).at("passed") == 1);
}

// With CI=1, which tells pytest not to cut explanations, tests that are skipped on CI would be skipped.
BOOST_AUTO_TEST_CASE(explanations_are_whole_and_tests_see_no_ci,
                     *utf::precondition(needs_python("pytest8"))) {
  project("pytest.ini", "[pytest]\n");
  project("test_long.py",
          "import os\n\n\ndef test_environment():\n    assert os.environ.get('CI') != '1'\n\n\n"
          "def test_long():\n    assert set('abc') >= set('abcdefghijklmnopqrstuvwxyz')\n");
  use_python("pytest8");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 1, skipped 0, errors 0");
  const std::string message{at_path(run, "failures.0.message").as_string()};
  BOOST_TEST(std::count(message.begin(), message.end(), '\n') >=
             23);  // a line for each letter that is missing
}

// The values are not compared once more: that may count, as it does for syrupy's snapshots.
BOOST_AUTO_TEST_CASE(what_a_conftest_explains_of_a_comparison_is_told,
                     *utf::precondition(needs_python("pytest8"))) {
  project("pytest.ini", "[pytest]\n");
  project("money.py",
          "class Recorded:\n    asked = 0\n    def __init__(self, text):\n        self.text = text\n"
          "    def __eq__(self, other):\n        Recorded.asked += 1\n        return self.text == other\n");
  project("conftest.py",
          "import money\n\n\ndef pytest_assertrepr_compare(op, left, right):\n"
          "    if isinstance(right, money.Recorded) and op == '==':\n"
          "        return ['[+ received] == [- recorded]', '  a', '- ' + right.text, '+ ' + left]\n"
          "    if isinstance(left, money.Recorded):\n        return ['Comparing records:', '  text %s' % "
          "left.text]\n"
          "\n\ndef pytest_unconfigure():\n    open('asked', 'w').write(str(money.Recorded.asked))\n");
  project("test_money.py",
          "import money\n\n\ndef test_recorded():\n    assert 'b' == money.Recorded('c')\n\n\n"
          "def test_words():\n    assert money.Recorded('d') == 'e'\n\n\n"
          "def test_pytests_own():\n    assert [1, 2] == [1, 3]\n\n\n"
          "def test_quotes():\n    assert \"The fox doesn't jump over the lazy dog in any of its days\" == "
          "'never'\n");
  for (const std::string set : {"pytest7", "pytest8", "pytest9"}) {
    if (!fs::exists(tools(set))) continue;
    use_python(set);
    const auto run = run_tests();
    BOOST_TEST(counted(run) == "passed 0, failed 4, skipped 0, errors 0");
    BOOST_TEST(at_path(run, "failures.0.message") == "assert [+ received] == [- recorded]");
    BOOST_TEST(at_path(run, "failures.0.diff") == "signs as above\n a\n-c\n+b\n");
    BOOST_TEST(!at_path(run, "failures.0").as_object().contains("right"));
    BOOST_TEST(at_path(run, "failures.1.message") == "assert Comparing records:\n    text d");
    BOOST_TEST(at_path(run, "failures.2.right") == "[1, 3]");
    BOOST_TEST(at_path(run, "failures.3.right") == "'never'");
    BOOST_TEST(read_file(workspace() + "/asked") == "2");
  }
}

BOOST_AUTO_TEST_SUITE_END()
