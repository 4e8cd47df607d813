// What the answer says of a failure in Python, and of a run that did not come to its end.
#include "tests/languages/python/e2e/python_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>

using namespace covey::testing;
namespace utf = boost::unit_test;
namespace fs = std::filesystem;

namespace {

// "test_a: tests/test_x.py:3 < shop/prod.py:7" of each failure, sorted; without what is behind "<" where it
// was raised in the test.
strings places_of(const json::object& run) {
  strings out;
  for (const auto& failure : run.at("failures").as_array()) {
    const auto& one = failure.as_object();
    const std::string name{one.at("name").as_string()};
    out.push_back(name.substr(name.rfind("::") + 2) + ": " + std::string{one.at("file").as_string()} + ":" +
                  std::to_string(one.at("line").to_number<int>()));
    if (one.contains("raised_at")) out.back() += " < " + std::string{one.at("raised_at").as_string()};
  }
  std::sort(out.begin(), out.end());
  return out;
}

// "test_a: left 1, right 2" of each failure, sorted.
strings values_of(const json::object& run) {
  strings out;
  for (const auto& failure : run.at("failures").as_array()) {
    const auto& one = failure.as_object();
    std::string values;
    for (const char* word : {"left", "right", "actual", "expected"})
      if (const auto* value = one.if_contains(word))
        values.append(values.empty() ? ": " : ", ").append(word).append(" ").append(value->as_string());
    const std::string name{one.at("name").as_string()};
    out.push_back(name.substr(name.rfind("::") + 2) + values);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string diff_of(const json::object& run, std::string_view test) {
  for (const auto& failure : run.at("failures").as_array())
    if (failure.at("name").as_string().ends_with(test)) return std::string{failure.at("diff").as_string()};
  return "";
}

std::string joined_notes(const json::object& run) {
  std::string out;
  for (const auto& note : run.at("notes").as_array()) out += std::string{note.as_string()} + "\n";
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(python_failures, python_fixture)

BOOST_AUTO_TEST_CASE(a_failure_has_its_place_in_the_test_and_where_its_cause_was_raised,
                     *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/places");
  use_python("pytest8");
  const auto run = run_tests();
  BOOST_TEST(
      places_of(run) == (strings{"test_async: tests/test_places.py:45 < shop/prices.py:9",
                                 "test_cause: tests/test_places.py:19 < shop/prices.py:9",
                                 "test_fixture: tests/test_places.py:35 < shop/prices.py:9",
                                 "test_helper: tests/test_places.py:23 < tests/test_places.py:11",
                                 "test_helper_again: tests/test_places.py:27 < tests/test_places.py:11",
                                 "test_method: tests/test_places.py:62 < tests/test_places.py:59",
                                 "test_other_file: tests/test_places.py:32 < tests/conftest.py:7",
                                 "test_other_words: tests/test_places.py:40 < shop/prices.py:9",
                                 "test_own: tests/test_places.py:54",
                                 "test_param[apple]: tests/test_places.py:50 < shop/prices.py:9",
                                 "test_product: tests/test_places.py:15 < shop/prices.py:2",
                                 "test_subtest: tests/test_places.py:66 < shop/prices.py:9"}),
      boost::test_tools::per_element());
  for (const auto& failure : run.at("failures").as_array())
    if (failure.at("name").as_string().ends_with("test_cause"))
      BOOST_TEST(failure.at("message") ==
                 "LookupError: no price for apple\ncaused by KeyError: 'apple' (shop/prices.py:2)");
}

// Neither says which one was expected, unless an assertion's own parameters or a doctest do.
BOOST_AUTO_TEST_CASE(two_values_are_called_what_their_library_calls_them,
                     *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/values");
  use_python("pytest8");
  const auto run = run_tests();
  BOOST_TEST(values_of(run) ==
                 (strings{"prices.gross: actual 19, expected 21",
                          "test_assert: left 'pears\\nplums', right 'pears\\napples'",
                          "test_equal: left 19, right 21", "test_helper: actual [19], expected [21]",
                          "test_helper_of_more_than_names", "test_parameters: actual 19, expected 21"}),
             boost::test_tools::per_element());
  BOOST_TEST(diff_of(run, "test_assert") == " pears\n-plums\n+apples\n");
  const auto text = text_of(server().call("last_test_failures", {}));
  BOOST_TEST(text.find("   --- diff: - left, + right ---\n    pears\n") != std::string::npos, text);
  const auto results = answer_of("get_testresults");
  BOOST_TEST(at_path(results, "failures.0.error") == "gross(19)\nExpected: 21\nGot: 19");
  BOOST_TEST(at_path(results, "failures.2.error") == "19 != 21");
}

BOOST_AUTO_TEST_CASE(the_further_lines_of_a_statement_are_covered_with_it,
                     *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/places");
  for (const std::string set : {"pytest8", "pytest9"}) {  // with coverage.py and without
    use_own_python(set);
    const auto run = run_tests();
    for (const std::uint32_t line : {3u, 4u, 5u})
      BOOST_TEST(covering("shop/receipt.py", line) == strings{"tests/test_places.py: test_own"},
                 boost::test_tools::per_element());
  }
}

// Everything that a reporter needs is taken away, in each test another part, and then for good.
BOOST_AUTO_TEST_CASE(suites_that_take_python_apart_are_reported_whole,
                     *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/hostile");
  for (const std::string set : {"pytest7", "pytest8", "pytest9"}) {
    use_own_python(set);
    const auto run = run_tests();
    BOOST_TEST(counted(run) == "passed 10, failed 1, skipped 0, errors 0", set);
    BOOST_TEST(at_path(run, "failures.0.right") == "[3]");
    BOOST_TEST(joined_notes(run) == "");
    BOOST_TEST(covering("shop.py", 2).size() == 8u);
  }
}

BOOST_AUTO_TEST_CASE(unittests_that_take_python_apart_are_reported_whole,
                     *utf::precondition(needs_python("bare"))) {
  use_project("python/unittest/hostile");
  use_python("bare");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 3, failed 1, skipped 0, errors 0");
  BOOST_TEST(at_path(run, "failures.0.right") == "[3]");
  BOOST_TEST(joined_notes(run) == "");
}

BOOST_AUTO_TEST_CASE(warnings_are_counted_as_pytest_counts_them, *utf::precondition(needs_python("pytest8"))) {
  write_file(workspace() + "/setup.cfg", "");
  write_file(workspace() + "/test_shop.py", "import warnings\n\n\ndef test_a():\n    warnings.warn('a')\n    warnings.warn('b')\n");
  use_python("pytest8");
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 0, skipped 0, errors 0");
  BOOST_TEST(at_path(answer_of("run_status", {{"detail", true}}), "warnings") == 2);
}

// The streams stay the objects that they are: a logger that was made before holds one.
BOOST_AUTO_TEST_CASE(what_a_unittest_prints_is_told_with_its_failure, *utf::precondition(needs_python("bare"))) {
  write_file(workspace() + "/setup.cfg", "");
  write_file(workspace() + "/test_shop.py",
             "import logging\nimport sys\nimport unittest\nlogging.basicConfig()\nOUT = sys.stdout\n\n\n"
             "class TestA(unittest.TestCase):\n"
             "    def test_a(self):\n        print('quiet')\n        self.assertIs(OUT, sys.stdout)\n"
             "    def test_b(self):\n        print('clue')\n        logging.error('logged')\n        self.fail('no')\n\n\n"
             "class TestB(unittest.TestCase):\n"
             "    @classmethod\n    def setUpClass(cls):\n        print('class clue')\n        raise OSError('no shop')\n"
             "    def test_c(self):\n        pass\n");
  use_python("bare");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 1, skipped 0, errors 1");
  BOOST_TEST(at_path(run, "failures.0.output") == "clue\nERROR:root:logged");
  BOOST_TEST(at_path(run, "failures.1.output") == "class clue");
}

BOOST_AUTO_TEST_CASE(a_fatal_signal_has_its_place_and_the_run_keeps_what_it_measured,
                     *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/fault");
  use_python("pytest8");
  const auto run = run_tests();  // no tool error: there are results
  BOOST_TEST(counted(run) == "passed 1, failed 1, skipped 0, errors 0");
  BOOST_TEST(places_of(run) == strings{"test_ends: test_fault.py:14 < native.py:6"},
             boost::test_tools::per_element());
  const std::string message{at_path(run, "failures.0.message").as_string()};
  BOOST_TEST(message.ends_with("(signal 11): Segmentation fault"), message);
  BOOST_TEST(std::string{at_path(run, "failures.0.output").as_string()}.size() < 300u);
  BOOST_TEST(covering("test_fault.py", 7) == strings{"test_fault.py: test_before"},
             boost::test_tools::per_element());
  BOOST_TEST(joined_notes(run).find("the coverage of this run is of a part of the tests only") !=
             std::string::npos);
}

// The worker's own process; the runner goes on.
BOOST_AUTO_TEST_CASE(a_fatal_signal_in_a_worker_has_its_place, *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/fault");
  use_python("pytest8");
  write_file(workspace() + "/pytest.ini", "[pytest]\naddopts = -n 2\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 3, failed 1, skipped 0, errors 0");
  BOOST_TEST(places_of(run) == strings{"test_ends: test_fault.py:14 < native.py:6"},
             boost::test_tools::per_element());
}

// Each runs all tests; their reports of one come between one another.
BOOST_AUTO_TEST_CASE(a_test_that_fails_in_one_of_several_workers_has_failed, *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/fault");
  use_python("pytest8");
  write_file(workspace() + "/pytest.ini", "[pytest]\naddopts = --dist each --tx 2*popen -p no:randomly\n");
  write_file(workspace() + "/test_fault.py",
             "import os\n\n\ndef test_worker():\n    assert os.environ['PYTEST_XDIST_WORKER'] == 'gw0'\n\n\n"
             "def test_passes():\n    pass\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 3, failed 1, skipped 0, errors 0");
  BOOST_TEST(places_of(run) == strings{"test_worker: test_fault.py:5"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_test_that_runs_out_of_time_has_the_line_where_it_hung,
                     *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/hang");
  use_python("pytest8");
  const auto run = run_tests({{"timeout", 10}});
  BOOST_TEST(at_path(run, "status") == "timed_out");
  BOOST_TEST(places_of(run) == strings{"test_hangs: test_hang.py:10 < prod.py:6"},
             boost::test_tools::per_element());
  BOOST_TEST(at_path(run, "failures.0.message") ==
             "still running when the time was over, in wait_for (prod.py:6)");
  BOOST_TEST(at_path(run, "not_run") == 2);
}

BOOST_AUTO_TEST_CASE(a_test_that_runs_out_of_time_in_a_worker_has_the_line_where_it_hung,
                     *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/hang");
  use_python("pytest8");
  write_file(workspace() + "/pytest.ini", "[pytest]\naddopts = -n 2\n");
  const auto run = run_tests({{"timeout", 10}});
  BOOST_TEST(at_path(run, "status") == "timed_out");
  BOOST_TEST(places_of(run) == strings{"test_hangs: test_hang.py:10 < prod.py:6"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_run_that_a_test_ends_keeps_what_it_measured,
                     *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/fault");
  use_python("pytest8");
  set_environment("ENDING", "exit");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 1, skipped 0, errors 0");
  BOOST_TEST(at_path(run, "failures.0.kind") == "crash");
  BOOST_TEST(covering("test_fault.py", 7) == strings{"test_fault.py: test_before"},
             boost::test_tools::per_element());
  BOOST_TEST(joined_notes(run).find("the coverage of this run is of a part of the tests only") !=
             std::string::npos);
}

// Inherited tests: the line of one file must not stand beside the name of the other.
BOOST_AUTO_TEST_CASE(a_set_up_that_fails_has_the_place_of_an_inherited_test,
                     *utf::precondition(needs_python("pytest8"))) {
  write_file(workspace() + "/setup.cfg", "");
  write_file(
      workspace() + "/checks.py",
      "# one\n# two\n# three\n# four\n# five\n# six\nclass Checks:\n    def test_it(self):\n        pass\n");
  write_file(workspace() + "/test_shop.py",
             "import unittest\nimport checks\n\n\nclass TestShop(checks.Checks, unittest.TestCase):\n"
             "    @classmethod\n    def setUpClass(cls):\n        raise OSError('no shop')\n");
  use_python("pytest8");
  BOOST_TEST(places_of(run_tests()) == strings{"test_it: checks.py:8 < test_shop.py:8"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_test_that_is_gone_is_all_that_a_rerun_misses,
                     *utf::precondition(needs_python("pytest8"))) {
  write_file(workspace() + "/setup.cfg", "");
  write_file(workspace() + "/test_shop.py",
             "def test_old():\n    assert 1 == 2\n\n\ndef test_other():\n    pass\n");
  use_python("pytest8");
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 1, skipped 0, errors 0");
  write_file(workspace() + "/test_shop.py", "def test_other():\n    pass\n");
  const auto again = answer_of("run_failing_tests");
  BOOST_REQUIRE(again.at("failures").as_array().size() == 1u);
  BOOST_TEST(at_path(again, "failures.0.name") == "test_shop.py::test_old");
}

BOOST_AUTO_TEST_CASE(what_the_workers_cannot_agree_on_runs_again_as_a_whole,
                     *utf::precondition(needs_python("pytest8"))) {
  write_file(workspace() + "/pytest.ini", "[pytest]\naddopts = -n 2\n");
  write_file(workspace() + "/test_shop.py",
             "import os\nimport pytest\n\n\n@pytest.mark.parametrize('n', [os.getpid(), 2])\ndef "
             "test_n(n):\n    pass\n");
  use_python("pytest8");
  for (const std::string_view tool : {"run_tests", "run_failing_tests"}) {
    const auto run = answer_of(tool);
    BOOST_REQUIRE(run.at("failures").as_array().size() == 1u);
    BOOST_TEST(at_path(run, "failures.0.message")
                   .as_string()
                   .starts_with("Different tests were collected between gw"));
    BOOST_TEST(!run.at("failures").at(0).as_object().contains("file"));
  }
}

BOOST_AUTO_TEST_CASE(a_green_rerun_says_what_the_run_that_was_cut_never_reached,
                     *utf::precondition(needs_python("pytest8"))) {
  use_project("python/pytest/hang");
  use_python("pytest8");
  BOOST_TEST(at_path(run_tests({{"timeout", 10}}), "not_run") == 2);
  write_file(workspace() + "/prod.py", "def wait_for(ready):\n    pass\n");
  const std::string note =
      "run 1, of all tests (python), timed out: 2 test(s) never began; what it did not reach has not run "
      "since: "
      "run_tests runs all";
  const auto again = answer_of("run_failing_tests");
  BOOST_TEST(at_path(again, "status") == "passed");
  BOOST_TEST(joined_notes(again).find(note) != std::string::npos);
  BOOST_TEST(at_path(answer_of("last_test_failures"), "note") == note.c_str());
  BOOST_TEST(at_path(answer_of("get_package_status"), "latest_run.note") == note.c_str());
  run_tests();
  BOOST_TEST(!answer_of("last_test_failures").contains("note"));
}

// The KeyErrors are what there is to mend. A group may be the cause of its own member.
BOOST_AUTO_TEST_CASE(members_of_a_group_say_what_they_were_raised_from,
                     *utf::precondition(needs_python("pytest8"))) {
  write_file(workspace() + "/setup.cfg", "");
  write_file(
      workspace() + "/test_rows.py",
      "def load(row):\n    try:\n        {}[row]\n    except KeyError as error:\n"
      "        raise RuntimeError('load failed') from error\n\n\ndef test_rows():\n    found = []\n"
      "    for row in 'ab':\n        try:\n            load(row)\n        except RuntimeError as error:\n"
      "            found.append(error)\n    raise ExceptionGroup('all', found)\n\n\n"
      "def test_circle():\n    member = ValueError('a')\n    group = ExceptionGroup('g', [member])\n"
      "    member.__cause__ = group\n    raise group\n");
  use_python("pytest8");
  const auto run = run_tests();
  BOOST_REQUIRE(run.at("failures").as_array().size() == 2u);
  BOOST_TEST(at_path(run, "failures.0.message") ==
             "ExceptionGroup: all (2 sub-exceptions)\n"
             "  RuntimeError: load failed (test_rows.py:5)\n  caused by KeyError: 'a' (test_rows.py:3)\n"
             "  RuntimeError: load failed (test_rows.py:5)\n  caused by KeyError: 'b' (test_rows.py:3)");
  BOOST_TEST(at_path(run, "failures.1.message") == "ExceptionGroup: g (1 sub-exception)\n  ValueError: a");
}

BOOST_AUTO_TEST_SUITE_END()
