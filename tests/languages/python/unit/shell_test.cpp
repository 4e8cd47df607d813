// What commands typed into a shell would run.
#include "parsers/languages/python/language.hpp"
#include "tests/languages/python/unit/python_machine.hpp"
#include "tests/languages/common/unit/shell_runs.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::testing {

BOOST_AUTO_TEST_SUITE(python_shell)

BOOST_AUTO_TEST_CASE(a_command_is_read_if_covey_can_do_all_it_asks) {
  const typed_case cases[] = {
      {"pytest", "all"},
      {"python3 -m pytest -q", "all"},
      {"python3.9 -m pytest", "-"},
      {"uv run pytest -x tests", "tests"},
      {".venv/bin/pytest tests/test_cart.py", "tests/test_cart.py"},
      {"pytest tests/test_cart.py::TestTotal::test_sum", "tests/test_cart.py; =TestTotal > test_sum"},
      {"pytest 'a.py::test_sum[a::b-2]'", "-"},
      {"pytest -n 4", "-"},
      {"hatch run pytest", "-"},
      {"pytest a.py::test_one b.py", "-"},
      {"pytest -k 'Coupon and slow'", "?'Coupon 'slow"},
      {"pytest -k 'Coupon and not slow'", "-"},
      {"pytest a.py::test_one b.py::test_two", "-"},
      {"pytest a.py::test_one a.py::test_two", "a.py; a.py; =test_one; =test_two"},
      {"pytest --timeout=1", "-"},
      {"pytest -k 'a or b' tests", "tests; ?'a | 'b"},
      {"pytest -k 'a or b and c'", "-"},
      {"pytest -k 'not (a or b)'", "-"},
      {"pytest --lf", "failed"},
      {"pytest --cov=shop tests", "-"},
      {"pytest -k a -k b", "-"},
      {"pytest .", "-"},
      {"pytest -s", "-"},
      {"pytest -xvq -rfE -ktotal", "?'total"},
      {"pytest -xvs", "-"},
      {"pytest -rA", "-"},  // what passing tests print
      {"pytest --durations=5", "-"},
      {"pytest -m slow", "-"},
      {"pytest --collect-only", "-"},
      {"pytest --pdb", "-"},
      {"pytest -W error", "-"},
      {"pytest tests \\\n  -v", "tests"},
      {"python manage.py test", "all"},
      {"python manage.py test shop.tests", "-"},
      {"python -m unittest discover -v", "all"},
      {"python -m unittest tests.test_cart", "-"},
      {"python setup.py", "-"},
      {"pip install pytest", "-"},
  };
  for (const auto& [line, runs] : cases)
    BOOST_TEST_CONTEXT(line) BOOST_TEST(typed(languages::python::language_definition, line) == runs);
}

// Only `-m` puts the root on sys.path: what it finds there `pytest` would not.
BOOST_AUTO_TEST_CASE(pytest_runs_as_a_module_where_the_project_says_so) {
  using namespace languages::python::python_plans;
  const auto planned = [](const std::map<std::string, std::string>& files) {
    machine m{request()};
    for (const auto& [file, text] : files) m.file("/w/" + file, text);
    const auto plan = m.program("python3", prints(with_pytest)).plan();
    const auto is_runner = [](const decision& one) { return one.part == "runner"; };
    const auto runner = *std::find_if(plan.decisions.begin(), plan.decisions.end(), is_runner);
    return plan.commands[0].argv[1] + " | " + runner.chosen + " - " + runner.why + " | " + runner.same_as;
  };
  const auto script = std::string{pytest_script} + " | pytest 8.3.4 - installed there | ";
  for (const auto& [file, text] :
       std::map<std::string, std::string>{{"Makefile", "test:\n\tpython3 -m pytest -q\n"},
                                          {"tox.ini", "[testenv]\ncommands = coverage run -m pytest\n"},
                                          {"noxfile.py", "session.run(\"python\", \"-m\", \"pytest\")\n"},
                                          {".github/workflows/tests.yml", "run: python -m pytest tests\n"}})
    BOOST_TEST(planned({{file, text}}) == "-m | python -m pytest 8.3.4 - " + file + " says so | ");
  BOOST_TEST(planned({{"Makefile", "test:\n\tpytest -m 'not slow'\n"}}) == script);
  const std::map<std::string, std::string> conftest{{"conftest.py", ""}};
  BOOST_TEST(planned(conftest) == script + "python -m pytest");
  BOOST_TEST(planned({{"conftest.py", ""},
                      {"pytest.ini", "[pytest]\naddopts = --import-mode=importlib\n"}}) == script);
  BOOST_TEST(planned({{"pytest.ini", "[pytest]\npythonpath = src .\n"}}) == script + "python -m pytest");
  BOOST_TEST(planned({{"pytest.ini", "[pytest]\npythonpath = src\n"}}) == script);
  BOOST_TEST(planned({{"conftest.py", ""}, {"justfile", "python -m pytest"}}) ==
             "-m | python -m pytest 8.3.4 - justfile says so | pytest");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace covey::parsers::testing
