// What pytest and the interpreter print when no test can run, as recorded with pytest 8.4 and Python 3.8
// and 3.13.
#include "parsers/languages/python/diagnose.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::languages::python;

namespace {

std::string diagnosed(std::string_view err, int exit_code = 4, const std::string& runner = "pytest") {
  const auto found =
      diagnose_ending("/w", runner, {"", err}, {run_ending::kind_type::exited, exit_code, false, false});
  if (found.empty()) return "nothing";
  BOOST_TEST(found.size() == 1u);
  BOOST_CHECK(found[0].kind == failure_kind::error);
  BOOST_TEST(found[0].id.group == runner);
  BOOST_TEST(found[0].id.name == "");
  return found[0].where.file + ":" + std::to_string(found[0].where.line) + " " + found[0].message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(python_explain)

BOOST_AUTO_TEST_CASE(an_unknown_option_is_named_with_the_file_it_stands_in) {
  BOOST_TEST(diagnosed("ERROR: usage: __main__.py [options] [file_or_dir] [file_or_dir] [...]\n"
                       "__main__.py: error: unrecognized arguments: --nope\n"
                       "  inifile: /w/pytest.ini\n  rootdir: /w\n\n") ==
             "pytest.ini:0 unrecognized arguments: --nope");
  BOOST_TEST(diagnosed("__main__.py: error: unrecognized arguments: --nope\n  inifile: None\n") ==
             ":0 unrecognized arguments: --nope");
}

BOOST_AUTO_TEST_CASE(an_unknown_option_is_named_whatever_the_program_is_called) {
  BOOST_TEST(diagnosed("ERROR: usage: python -m pytest [options] [file_or_dir] [file_or_dir] [...]\n"
                       "python -m pytest: error: unrecognized arguments: -n\n"
                       "  inifile: /w/pyproject.toml\n  rootdir: /w\n\n") ==
             "pyproject.toml:0 unrecognized arguments: -n");
  BOOST_TEST(diagnosed("python3.14 -m unittest discover: error: unrecognized arguments: --nope\n") ==
             ":0 unrecognized arguments: --nope");
  BOOST_TEST(diagnosed("ERROR: not found: error: of a plugin\n") == ":0 not found: error: of a plugin");
}

BOOST_AUTO_TEST_CASE(a_configuration_that_does_not_read_has_its_place) {
  BOOST_TEST(diagnosed("ERROR: /w/pytest.ini:1: unexpected value continuation\n\n") ==
             "pytest.ini:1 unexpected value continuation");
  BOOST_TEST(diagnosed("ERROR: /w/pytest.ini: 'minversion' requires pytest-99, actual pytest-8.4.2'\n\n") ==
             "pytest.ini:0 'minversion' requires pytest-99, actual pytest-8.4.2'");
  BOOST_TEST(diagnosed("ERROR: Missing required plugins: abc\r\n") == ":0 Missing required plugins: abc");
  BOOST_TEST(diagnosed("ERROR: file or directory not found: nodir/test_no.py\n") ==
             ":0 file or directory not found: nodir/test_no.py");
}

// With pytest 9.2.
BOOST_AUTO_TEST_CASE(a_refused_warning_filter_says_which_and_why) {
  const std::string filter = "ERROR: while parsing the following warning configuration:\n\n  ignore:'x':NoWarning\n\n"
                             "This error occurred:\n\n";
  BOOST_TEST(diagnosed(filter + "Traceback (most recent call last):\n"
                                "  File \"/python/_pytest/config/__init__.py\", line 2473, in _resolve\n"
                                "    cat = getattr(m, klass)\n"
                                "AttributeError: module 'builtins' has no attribute 'NoWarning'\n\n\n") ==
             ":0 while parsing the following warning configuration: ignore:'x':NoWarning: AttributeError: module "
             "'builtins' has no attribute 'NoWarning'");
  BOOST_TEST(diagnosed(filter + "Too many fields (7), expected at most 5 separated by colons:\n\n  action:message\n") ==
             ":0 while parsing the following warning configuration: ignore:'x':NoWarning: Too many fields (7), expected "
             "at most 5 separated by colons:");
  BOOST_TEST(diagnosed("ERROR: not found:\n") == ":0 not found:");
}

BOOST_AUTO_TEST_CASE(a_traceback_ends_with_what_it_is_about) {
  BOOST_TEST(
      diagnosed("Traceback (most recent call last):\n"
                "  File \"/python/lib/python3.13/site-packages/_pytest/config/__init__.py\", line 860, in x\n"
                "    __import__(importspec)\n    ~~~~~~~~~~^^^^^^^^^^^^\n"
                "ImportError: Error importing plugin \"nope_plugin\": No module named 'nope_plugin'\n",
                1) ==
      ":0 ImportError: Error importing plugin \"nope_plugin\": No module named 'nope_plugin'");
  BOOST_TEST(
      diagnosed("Traceback (most recent call last):\n  File \"/w/plug.py\", line 3, in <module>\n    1 / 0\n"
                "ZeroDivisionError: division by zero\n\nDuring handling of the above exception, another "
                "exception occurred:\n\nTraceback (most recent call last):\n"
                "  File \"/w/.venv/lib/python3.13/site-packages/x.py\", line 9, in f\n"
                "  File \"/w/plug.py\", line 5, in <module>\nRuntimeError: worse\n",
                1) == "plug.py:5 RuntimeError: worse");
}

BOOST_AUTO_TEST_CASE(a_module_that_is_not_there_is_named) {
  BOOST_TEST(diagnosed("/usr/bin/python: No module named pytest\n", 1) == ":0 No module named pytest");
}

BOOST_AUTO_TEST_CASE(no_tests_at_all_says_what_is_looked_for) {
  BOOST_TEST(diagnosed("", 5).find(":0 pytest found no tests: it looks for files test_*.py") == 0u);
  BOOST_TEST(diagnosed("", 5, "unittest").find(":0 unittest found no tests: it looks for files test*.py") ==
             0u);
}

BOOST_AUTO_TEST_CASE(tests_that_were_all_left_out_were_found) {
  const auto found = diagnose_ending("/w", "pytest", {"\n12 deselected in 0.02s\n", ""},
                                     {run_ending::kind_type::exited, 5, false, false});
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].message == "pytest ran no test: -k, -m or the like left out all 12 that it found");
}

BOOST_AUTO_TEST_CASE(other_text_explains_nothing) {
  BOOST_TEST(diagnosed("", 1) == "nothing");
  BOOST_TEST(diagnosed("a warning: error: perhaps\nTraceback (most recent call last):\n", 1) == "nothing");
  BOOST_TEST(diagnosed("Traceback (most recent call last):\n  File \"", 1) == "nothing");
  BOOST_TEST(diagnosed("  File \"/w/x.py\", line 3\nSyntaxError: invalid syntax\n", 1) == "nothing");
}

BOOST_AUTO_TEST_SUITE_END()
