// Plans of projects whose environment lies above the workspace, or whose Django lies in a folder of it.
#include "tests/languages/python/unit/python_machine.hpp"
#include "parsers/languages/python/config.hpp"
#include "parsers/languages/catalogue.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

namespace covey::parsers::languages::python {
namespace {

using namespace python_plans;

BOOST_AUTO_TEST_SUITE(python_plan_above_below)

// As `python tests/manage.py test` has it: the settings lie beside the script, whose folder is the path.
BOOST_AUTO_TEST_CASE(a_manage_py_in_a_folder_starts_there) {
  const auto starter = [](const strings& entries, const strings& scripts, const std::string& tox = "") {
    machine m{request()};
    m.program("python3", prints(with_django)).folder("/w/.", entries).file("/w/tox.ini", tox);
    for (const auto& one : scripts) m.file("/w/" + one, "import django\n");
    const auto plan = m.plan();
    return plan.commands[0].argv[1] == "-m" ? plan.commands[0].argv.back() : "pytest";
  };
  const strings folders{"README.md", "backend", "example", "shop", "tests"};
  BOOST_TEST(starter(folders, {"tests/manage.py"}) == "tests/manage.py");
  BOOST_TEST(starter(folders, {"tests/manage.py", "example/manage.py"}) == "tests/manage.py");
  BOOST_TEST(starter(folders, {"example/manage.py"}) == "pytest");
  BOOST_TEST(starter(folders, {"backend/manage.py", "tests/manage.py"}) == "pytest");
  BOOST_TEST(starter(folders, {"tests/manage.py"}, "[pytest]\n") == "pytest");
  BOOST_TEST(starter(folders, {"tests/manage.py", "manage.py"}) == "manage.py");
}

// As uv finds it. An environment that is active, or that the project's own tool has, comes before.
BOOST_AUTO_TEST_CASE(the_nearest_environment_above_the_workspace_is_found) {
  auto about = request();
  about.root = "/repo/packages/shop";
  about.environment["CONDA_PREFIX"] = "/conda";
  const auto folders_of = [](machine& m) -> machine& {
    for (const std::string folder : {"/.venv", "/repo/.venv", "/conda", "/active"}) {
      m.folder(folder + "/bin", {"python"});
      m.program(folder + "/bin/python", prints(with_pytest));
    }
    return m;
  };
  const auto chosen = [&](const plan_request& of) {
    machine m{of};
    return decision_of(folders_of(m).plan(), "interpreter");
  };
  BOOST_TEST(chosen(about) == "/repo/.venv/bin/python 3.12.1 - the .venv of a folder above");
  about.environment["VIRTUAL_ENV"] = "/active";
  BOOST_TEST(chosen(about) == "/active/bin/python 3.12.1 - the active VIRTUAL_ENV");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::python
