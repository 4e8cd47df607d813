// What is asked for `covey doctor` and `covey hook`, before anybody has run what a project holds.
#include "tests/languages/python/unit/python_machine.hpp"
#include "parsers/languages/catalogue.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::python {
namespace {

using namespace python_plans;

BOOST_AUTO_TEST_SUITE(python_look)

// Its .pth files, its sitecustomize.py, a json.py beside the tests.
BOOST_AUTO_TEST_CASE(a_look_runs_nothing_of_an_environment_or_of_the_project) {
  auto about = request();
  about.look_only = true;
  const auto words_of = [](machine m, const std::string& program) {
    const auto planner = language_definition.plan(m.asked);
    for (auto step = planner->next();; step = planner->next()) {
      const auto* probe = std::get_if<command>(&step);
      if (probe != nullptr) {
        BOOST_TEST(probe->argv.at(0) == program);
        return strings{probe->argv.at(1), probe->argv.at(2), probe->argv.at(3), probe->argv.back()};
      }
      path_states seen;
      for (const auto& path : std::get<path_request>(step).paths)
        seen.push_back(m.paths.count(path) ? m.paths[path] : path_state{});
      planner->answer(seen);
    }
  };
  BOOST_TEST((words_of(machine{about}, "python3") == strings{"-I", "-S", "-c", ""}));
  machine with{about};
  with.folder("/w/.venv/bin", {"python"});
  BOOST_TEST((words_of(with, "/w/.venv/bin/python") == strings{"-I", "-S", "-c", "/w/.venv"}));
  machine of_poetry{about};
  const auto step = of_poetry.file("/w/poetry.lock").ask();
  BOOST_TEST(std::get<plan_refusal>(step).reason.starts_with("known once its tests run: `poetry`"));
  BOOST_TEST(of_poetry.probed.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::python
