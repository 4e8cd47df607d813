// `covey hook`: the interpreter and the runner that a command names are those that covey would choose, or it is passed.
#include "tests/languages/python/e2e/python_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>

using namespace covey::testing;
namespace fs = std::filesystem;
namespace utf = boost::unit_test;

namespace {

struct python_hook_fixture : python_fixture {
  python_hook_fixture() {
    set_environment("CLAUDE_PROJECT_DIR", "");
    write_file(workspace() + "/pyproject.toml", "[project]\nname = \"own\"\n");
    if (needs_python("pytest8")(0)) fs::create_directory_symlink(tools("pytest8"), workspace() + "/.venv");
  }

  bool is_denied(const std::string& line) const {
    const json::object question{
        {"tool_name", "Bash"}, {"tool_input", {{"command", line}}}, {"cwd", workspace()}};
    return run_covey({"hook", "claude-code"}, json::serialize(question)).out.find("run_tests {}") !=
           std::string::npos;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(python_hook, python_hook_fixture, *utf::precondition(needs_python("pytest8")))

BOOST_AUTO_TEST_CASE(the_projects_own_environment_may_be_named) {
  for (const auto* line :
       {"pytest", ".venv/bin/pytest", "source .venv/bin/activate && pytest -q | tail",
        ". .venv/bin/activate; cd . && pytest", "bash -lc 'source .venv/bin/activate && pytest'"})
    BOOST_TEST_CONTEXT(line) BOOST_TEST(is_denied(line));
}

// `-m` puts the folder on sys.path, where a suite may need it, or may be red by what else lies there.
BOOST_AUTO_TEST_CASE(pytest_as_a_module_is_another_run_unless_the_root_is_on_the_path_anyway) {
  BOOST_TEST(!is_denied("python -m pytest"));
  write_file(workspace() + "/conftest.py", "");
  BOOST_TEST(is_denied("python -m pytest"));
  BOOST_TEST(is_denied("pytest"));
  fs::remove(workspace() + "/conftest.py");
  write_file(workspace() + "/Makefile", "test:\n\tpython -m pytest\n");
  BOOST_TEST(is_denied("python -m pytest"));
  BOOST_TEST(!is_denied("pytest"));
}

BOOST_AUTO_TEST_CASE(another_environment_or_runner_is_for_the_shell) {
  for (const auto* line :
       {"other/bin/pytest", "/usr/bin/python3 -m pytest", "source other/bin/activate && pytest",
        "source .venv/bin/activate && pytest && deactivate && pytest", "source $V/bin/activate && pytest",
        "(source .venv/bin/activate && pytest)", "source .venv/bin/activate.sh && pytest",
        "python -m unittest", "python manage.py test"})
    BOOST_TEST_CONTEXT(line) BOOST_TEST(!is_denied(line));
}

BOOST_AUTO_TEST_SUITE_END()
