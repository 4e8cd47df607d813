// What commands typed into a shell would run.
#include "parsers/languages/python/language.hpp"
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
      {"pytest 'a.py::test_sum[a::b-2]'", "a.py; =test_sum"},
      {"pytest a.py::test_one b.py", "a.py; b.py"},
      {"pytest -k 'Coupon and not slow'", "?'coupon !slow"},
      {"pytest -k 'a or b' tests", "tests; ?'a | 'b"},
      {"pytest -k 'a or b and c'", "-"},
      {"pytest -k 'not (a or b)'", "-"},
      {"pytest --lf", "failed"},
      {"pytest --cov shop --cov-report=term-missing tests", "tests"},
      {"pytest --cov --cov-report xml", "-"},
      {"pytest -k a -k b", "-"},
      {"pytest .", "-"},
      {"pytest -s", "-"},
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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace covey::parsers::testing
