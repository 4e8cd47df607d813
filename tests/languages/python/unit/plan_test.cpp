#include "tests/languages/python/unit/python_machine.hpp"
#include "parsers/languages/python/config.hpp"
#include "parsers/languages/catalogue.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

namespace covey::parsers::languages::python {
namespace {

using namespace python_plans;

BOOST_AUTO_TEST_SUITE(python_plan)

BOOST_AUTO_TEST_CASE(python_is_in_the_catalogue) {
  BOOST_TEST(find_language("python") == &language_definition);
}

BOOST_AUTO_TEST_CASE(pytest_runs_with_our_plugin_and_its_cache_elsewhere) {
  machine m{request()};
  const auto plan = m.program("python3", prints(with_pytest)).plan();
  BOOST_REQUIRE(plan.commands.size() == 1u);
  const auto& run = plan.commands[0];
  BOOST_TEST(run.argv == (strings{"python3", "/s/reporters/covey_run_pytest.py", "-p", "covey_pytest", "-o",
                                  "cache_dir=/s/cache"}),
             boost::test_tools::per_element());
  BOOST_TEST(run.cwd == "/w");
  BOOST_CHECK(run.role == command_role::tests);
  BOOST_TEST(variable(run, "PYTHONPATH") == "/s/reporters");
  for (const auto* of_the_tests : {"CI", "NO_COLOR", "TERM"})
    BOOST_TEST(variable(run, of_the_tests) == "(unset)");
  BOOST_TEST(variable(run, "PATH") == "(unset)");
  BOOST_TEST(variable(run, "PYTEST_DEBUG_TEMPROOT") == "/s");
  BOOST_TEST(variable(run, "COVEY_COVERAGE") == "/s/coverage");
  BOOST_TEST(variable(run, "COVEY_INPUTS") == "1");
  BOOST_TEST(variable(run, "COVEY_SELECT") == "(unset)");
  BOOST_TEST(plan.events == "/s/events");
  BOOST_TEST(plan.coverage_dir == "/s/coverage");
  BOOST_TEST(plan.folders == strings{"/s/coverage"}, boost::test_tools::per_element());
  BOOST_TEST((plan.make_parser() != nullptr));
  BOOST_TEST((plan.make_collector() != nullptr));
  BOOST_TEST(decision_of(plan, "interpreter") == "python3 3.12.1 - there is no virtual environment");
  BOOST_TEST(decision_of(plan, "runner") == "pytest 8.3.4 - installed there");
  BOOST_TEST(decision_of(plan, "coverage") == "covey's own recorder (sys.monitoring) - Python 3.12 or later");
  BOOST_TEST(plan.notes.empty());
}

BOOST_AUTO_TEST_CASE(every_reporter_is_written_with_all_that_it_imports) {
  machine m{request()};
  const auto plan = m.program("python3", prints(with_pytest)).plan();
  std::map<std::string, std::string> texts;
  for (const auto& file : plan.files) texts[file.path] = file.text;
  BOOST_TEST(texts.count("/s/reporters/covey_pytest.py") == 1u);
  BOOST_TEST(texts.count("/s/reporters/covey_unittest.py") == 1u);
  std::size_t imports = 0;
  for (const auto& [path, text] : texts) {
    BOOST_TEST(!text.empty(), path);
    for (const std::string_view mark : {"\nimport covey_", "\nfrom covey_", " from covey_"})
      for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
        const auto begin = at + mark.size() - 6;
        const auto name = text.substr(begin, text.find_first_of(" \n", begin) - begin);
        BOOST_TEST(texts.count("/s/reporters/" + name + ".py") == 1u, path << " imports " << name);
        ++imports;
      }
  }
  BOOST_TEST(imports > 20u);
}

BOOST_AUTO_TEST_CASE(without_coverage_nothing_of_it_is_left) {
  auto about = request();
  about.coverage = false;
  machine m{about};
  const auto plan = m.program("python3", prints(with_pytest)).plan();
  BOOST_TEST(variable(plan.commands[0], "COVEY_COVERAGE") == "(unset)");
  BOOST_TEST(variable(plan.commands[0], "COVEY_INPUTS") == "(unset)");
  BOOST_TEST(plan.coverage_dir == "");
  BOOST_TEST(!plan.make_collector);
  BOOST_TEST(plan.folders.empty());
  BOOST_TEST(decision_of(plan, "coverage") == "(none)");
}

BOOST_AUTO_TEST_CASE(without_pytest_unittest_runs) {
  machine m{request()};
  const auto plan = m.program("python3", prints(without_pytest)).plan();
  BOOST_TEST(plan.commands[0].argv == (strings{"python3", "-m", "covey_unittest"}),
             boost::test_tools::per_element());
  BOOST_TEST(decision_of(plan, "runner") == "unittest - pytest is not installed there");
  BOOST_TEST(decision_of(plan, "coverage").find("probes in the code") != std::string::npos);
  BOOST_TEST(plan.notes.empty());
}

BOOST_AUTO_TEST_CASE(a_project_for_pytest_without_it_is_told_so) {
  for (const auto& [file, text] : std::map<std::string, std::string>{{"/w/pytest.ini", ""},
                                                                     {"/w/conftest.py", ""},
                                                                     {"/w/pyproject.toml", "[tool.pytest]\n"},
                                                                     {"/w/tox.ini", "[pytest]\n"},
                                                                     {"/w/setup.cfg", "[tool:pytest]\n"}})
    BOOST_TEST_CONTEXT(file) {
      machine m{request()};
      const auto plan = m.program("python3", prints(without_pytest)).file(file, text).plan();
      BOOST_TEST_REQUIRE(plan.notes.size() == 1u);
      BOOST_TEST(plan.notes[0].find("`python3 -m pip install pytest`") != std::string::npos, plan.notes[0]);
    }
}

BOOST_AUTO_TEST_CASE(a_manage_py_of_django_runs_the_tests_unless_pytest_is_configured) {
  const std::string manage = "from django.core.management import execute_from_command_line\n";
  machine plain{request()};
  auto plan = plain.program("python3", prints(with_django)).file("/w/manage.py", manage).plan();
  BOOST_TEST(plan.commands[0].argv == (strings{"python3", "-m", "covey_run_django", "manage.py"}),
             boost::test_tools::per_element());
  BOOST_TEST(decision_of(plan, "runner") ==
             "manage.py test (Django 5.2.1) - manage.py is there, and nothing configures pytest");
  machine configured{request()};
  configured.program("python3", prints(with_django)).file("/w/manage.py", manage).file("/w/pytest.ini");
  BOOST_TEST(configured.plan().commands[0].argv[1] == pytest_script);
  machine lacking{request()};
  plan = lacking.program("python3", prints(without_pytest)).file("/w/manage.py", manage).plan();
  BOOST_TEST(plan.commands[0].argv[2] == "covey_unittest");
  BOOST_TEST_REQUIRE(plan.notes.size() == 1u);
  BOOST_TEST(plan.notes[0].find("does not have Django") != std::string::npos, plan.notes[0]);
}

// Listing and planning read the same configuration: what one takes for a project of pytest, the other does.
BOOST_AUTO_TEST_CASE(pytest_is_configured_wherever_pytest_itself_looks) {
  const auto module_run = [](const std::string& file, const std::string& text) {
    machine m{request()};
    m.program("python3", prints(with_django))
        .file("/w/manage.py", "import django\n")
        .file("/w/" + file, text);
    const auto argv = m.plan().commands[0].argv;
    return argv[1] == "-m" ? argv[2] : argv[1];
  };
  for (const auto& [file, text] :
       std::map<std::string, std::string>{{"pytest.toml", ""},
                                          {".pytest.toml", "[pytest]\nstrict = true\n"},
                                          {"pytest.ini", ""},
                                          {".pytest.ini", ""},
                                          {"pyproject.toml", "[tool.pytest]\nstrict = true\n"},
                                          {"tox.ini", "[pytest]\n"},
                                          {"setup.cfg", "[tool:pytest]\n"},
                                          {"conftest.py", ""}}) {
    BOOST_TEST(module_run(file, text) == pytest_script, file);
    BOOST_TEST(read_config({{file, text}}).configured, file);
  }
  for (const auto& [file, text] :
       std::map<std::string, std::string>{{"pyproject.toml", "# [tool.pytest.ini_options] is not used\n"},
                                          {"tox.ini", "[testenv]\ncommands = echo [pytest]\n"},
                                          {"setup.cfg", "[pytest]\n"}})
    BOOST_TEST(module_run(file, text) == "covey_run_django", file);
}

BOOST_AUTO_TEST_CASE(packages_for_django_run_as_their_own_script_or_commands_say) {
  const auto planned = [](const std::string& file, const std::string& text, environment_map more = {}) {
    auto about = request();
    about.environment.merge(more);
    machine m{about};
    return m.program("python3", prints(with_django)).file("/w/" + file, text).plan();
  };
  auto plan = planned("runtests.py", "import django\nfrom django.test.utils import get_runner\n");
  BOOST_TEST(plan.commands[0].argv == (strings{"python3", "-m", "covey_run_django", "runtests.py"}),
             boost::test_tools::per_element());
  BOOST_TEST(decision_of(plan, "runner").find("runtests.py test (Django 5.2.1)") == 0u);
  for (const auto& [file, text] : std::map<std::string, std::string>{
           {"tox.ini", "[testenv]\ncommands = django-admin test --settings=shop.test_settings\n"},
           {"setup.cfg", "setenv =\n  DJANGO_SETTINGS_MODULE = shop.test_settings\n"},
           {"pyproject.toml", "[env]\nDJANGO_SETTINGS_MODULE = \"shop.test_settings\"\n"}}) {
    plan = planned(file, text);
    BOOST_TEST(plan.commands[0].argv.back() == "django-admin", file);
    BOOST_TEST(variable(plan.commands[0], "DJANGO_SETTINGS_MODULE") == "shop.test_settings", file);
  }
  plan = planned("tests/settings.py", "INSTALLED_APPS = []\n", {{"DJANGO_SETTINGS_MODULE", "own"}});
  BOOST_TEST(variable(plan.commands[0], "DJANGO_SETTINGS_MODULE") == "own");
  for (const auto& [file, text] :
       std::map<std::string, std::string>{{"runtests.py", "import pytest, django\n"},
                                          {"tests/settings.py", "PORT = 1\n"},
                                          {"tox.ini", "--settings"}})
    BOOST_TEST(planned(file, text).commands[0].argv[1] == pytest_script, file);
}

BOOST_AUTO_TEST_CASE(a_python_older_than_the_project_requires_is_named) {
  const auto notes = [](const std::string& required) {
    machine m{request()};
    m.file("/w/pyproject.toml", "[project]\nname = \"x\"\nrequires-python = " + required + "\n");
    return m.program("python3", prints(with_pytest)).plan().notes;
  };
  for (const auto* enough : {"\">=3.12\"", "'>= 3.9, <4'", "\"~=3.13\"", "\">=3\"", "3.14", "\">=x\""})
    BOOST_TEST(notes(enough).empty(), enough);
  for (const auto* more : {"\">=3.13\"", "'>= 3.13, <4'", "\">=4\""}) {
    BOOST_TEST_REQUIRE(notes(more).size() == 1u, more);
    BOOST_TEST(notes(more)[0].find("python3 is 3.12.1") != std::string::npos, notes(more)[0]);
  }
}

BOOST_AUTO_TEST_CASE(conda_and_hatch_environments_are_found) {
  auto about = request();
  about.environment["CONDA_PREFIX"] = "/conda/envs/x";
  machine conda{about};
  conda.folder("/conda/envs/x/bin", {"python"}).program("/conda/envs/x/bin/python", prints(with_pytest));
  auto plan = conda.plan();
  BOOST_TEST(decision_of(plan, "interpreter") == "/conda/envs/x/bin/python 3.12.1 - the active CONDA_PREFIX");
  BOOST_TEST(variable(plan.commands[0], "PATH") == "/conda/envs/x/bin:/usr/bin");
  BOOST_TEST(variable(plan.commands[0], "VIRTUAL_ENV") == "(unset)");
  machine hatch{about};  // a project's own environment comes before an active one of conda
  hatch.folder("/conda/envs/x/bin", {"python"}).file("/w/pyproject.toml", "[tool.hatch.envs.default]\n");
  hatch.program("hatch", prints("/h/env/x\n")).program("/h/env/x/bin/python", prints(with_pytest));
  BOOST_TEST(decision_of(hatch.plan(), "interpreter") == "/h/env/x/bin/python 3.12.1 - [tool.hatch.envs]");
}

BOOST_AUTO_TEST_CASE(the_interpreter_decides_what_records_the_lines) {
  const auto recorder = [](const std::string& facts) {
    machine m{request()};
    const auto plan =
        m.program("python3", prints(R"({"covey":1,"pytest":"7.0","coverage":"7.6.1",)" + facts + "}")).plan();
    return decision_of(plan, "coverage");
  };
  const std::string probes = "covey's own recorder (probes in the code) - Python 3.8 to 3.11";
  BOOST_TEST(recorder(R"("version":[3,11,2],"implementation":"cpython")") == probes);
  BOOST_TEST(recorder(R"("version":[3,8,0],"implementation":"cpython")") == probes);
  BOOST_TEST(recorder(R"("version":[3,7,9],"implementation":"cpython")") ==
             "coverage.py 7.6.1 - installed there");
  BOOST_TEST(recorder(R"("version":[3,11,2],"implementation":"pypy")") ==
             "coverage.py 7.6.1 - installed there");
}

// What is made of sources is found again by the next run of the session, the reporters' own code among it.
BOOST_AUTO_TEST_CASE(what_the_next_run_can_use_lies_in_the_sessions_folder) {
  auto about = request();
  about.kept = "/k";
  machine m{about};
  const auto plan = m.program("python3", prints(with_pytest)).plan();
  BOOST_TEST(variable(plan.commands[0], "PYTHONPATH") == "/k/reporters");
  BOOST_TEST(variable(plan.commands[0], "COVEY_KEPT") == "/k/python");
  BOOST_TEST((std::find(plan.folders.begin(), plan.folders.end(), "/k/python") != plan.folders.end()));
}

// They are what the answer depends on beside the interpreter itself.
BOOST_AUTO_TEST_CASE(what_an_interpreter_says_holds_while_its_packages_are_the_same) {
  const auto sources = interpreter_facts::sources("/w", "/w/.venv");
  const auto has = [](const std::vector<answer_source>& all, const std::string& path) {
    return std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.path == path; });
  };
  BOOST_TEST(has(sources->known, "/w/.venv/pyvenv.cfg"));
  BOOST_TEST(has(sources->known, "/w/coverage"));  // the project's own would be found first
  const auto named =
      sources->named_in(R"({"covey":1,"version":[3,11,2],"path":["/lib/python3.11","/v/site-packages"]})");
  BOOST_TEST(has(named, "/v/site-packages"));
  BOOST_TEST(sources->named_in("nothing of covey's").empty());
}

BOOST_AUTO_TEST_CASE(a_rerun_hands_over_its_keys_verbatim) {
  const std::string odd = "t.py::test[it's \"quoted\" \\u65e5 (1)]";
  machine m{rerun({odd, "tests/test_b.py"})};
  const auto plan = m.program("python3", prints(with_pytest)).plan();
  BOOST_TEST(variable(plan.commands[0], "COVEY_SELECT") == "/s/select.json");
  BOOST_TEST(plan.files.back().path == "/s/select.json");
  BOOST_TEST(plan.files.back().text == R"(["t.py::test[it's \"quoted\" \\u65e5 (1)]","tests/test_b.py"])");
  BOOST_TEST(plan.commands[0].argv.size() == 6u);  // no files: they could change pytest's root folder
}

BOOST_AUTO_TEST_CASE(a_failure_of_the_runner_itself_is_rerun_by_running_everything) {
  machine m{rerun({"a.py::test", ""})};
  const auto plan = m.program("python3", prints(with_pytest)).plan();
  BOOST_TEST(variable(plan.commands[0], "COVEY_SELECT") == "(unset)");
}

BOOST_AUTO_TEST_CASE(a_rerun_of_files_runs_no_others) {
  auto about = rerun({"", ""});
  auto& tests = std::get<run_failed>(about.target).tests;
  for (auto& one : tests) one.id.group = "tests/test_a.py";
  machine m{about};
  const auto plan = m.program("python3", prints(with_pytest)).plan();
  BOOST_TEST(plan.files.back().text == R"([{"file":"/w/tests/test_a.py"},{"file":"/w/tests/test_a.py"}])");
}

BOOST_AUTO_TEST_CASE(the_users_pythonpath_stays) {
  auto about = request();
  about.environment["PYTHONPATH"] = "src:lib";
  machine m{about};
  const auto plan = m.program("python3", prints(with_pytest)).plan();
  BOOST_TEST(variable(plan.commands[0], "PYTHONPATH") == "/s/reporters:src:lib");
}

BOOST_AUTO_TEST_CASE(hypothesis_writes_its_examples_outside_of_the_project) {
  const auto storage = [](const std::string& set) {
    auto about = request();
    if (!set.empty()) about.environment["HYPOTHESIS_STORAGE_DIRECTORY"] = set;
    machine m{about};
    m.folder("/w/.hypothesis", {"examples"}).program("python3", prints(with_pytest));
    return variable(m.plan().commands[0], "HYPOTHESIS_STORAGE_DIRECTORY");
  };
  for (const std::string inside : {"", ".hypothesis", "/w/examples", "/elsewhere/../w"})
    BOOST_TEST(storage(inside) == "/s/hypothesis", inside);
  BOOST_TEST(storage("/elsewhere/examples") == "(unset)");
}

BOOST_AUTO_TEST_CASE(the_projects_own_environment_comes_first_and_is_active) {
  auto about = request();
  about.environment["VIRTUAL_ENV"] = "/elsewhere";
  machine m{about};
  m.folder("/w/.venv/bin", {"pip", "python"}).folder("/elsewhere/bin", {"python"});
  const auto plan = m.program("/w/.venv/bin/python", prints(with_pytest)).plan();
  BOOST_TEST(m.probed == strings{"/w/.venv/bin/python"}, boost::test_tools::per_element());
  const auto& run = plan.commands[0];
  BOOST_TEST(run.argv[0] == "/w/.venv/bin/python");
  BOOST_TEST(variable(run, "PATH") == "/w/.venv/bin:/usr/bin");
  BOOST_TEST(variable(run, "VIRTUAL_ENV") == "/w/.venv");
  BOOST_TEST(decision_of(plan, "interpreter") == ".venv/bin/python 3.12.1 - the project's own .venv");
}

BOOST_AUTO_TEST_CASE(an_environment_that_does_not_start_is_passed_over_and_named) {
  machine m{request()};
  m.folder("/w/.venv/bin", {"python"}).program("python3", prints(with_pytest));
  const auto plan = m.plan();
  BOOST_TEST(plan.commands[0].argv[0] == "python3");
  BOOST_TEST_REQUIRE(plan.notes.size() == 1u);
  BOOST_TEST(plan.notes[0] == "/w/.venv/bin/python cannot be started; another interpreter runs the tests.");
}

BOOST_AUTO_TEST_CASE(tools_are_asked_only_where_their_files_are) {
  machine m{request()};
  m.file("/w/poetry.lock").program("poetry", prints("The currently activated...\n/cache/venvs/x-py3.12\n"));
  const auto plan = m.program("/cache/venvs/x-py3.12/bin/python", prints(with_pytest)).plan();
  BOOST_TEST(m.probed == (strings{"poetry", "/cache/venvs/x-py3.12/bin/python"}),
             boost::test_tools::per_element());
  BOOST_TEST(decision_of(plan, "interpreter") == "/cache/venvs/x-py3.12/bin/python 3.12.1 - poetry.lock");
  machine none{request()};
  none.program("python3", prints(with_pytest)).plan();
  BOOST_TEST(none.probed == strings{"python3"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_lock_file_without_its_environment_is_named_with_the_remedy) {
  machine m{request()};
  m.file("/w/uv.lock").file("/w/Pipfile").program("pipenv", {1, "", "No virtualenv"});
  const auto plan = m.program("python3", prints(with_pytest)).plan();
  BOOST_TEST(plan.commands[0].argv[0] == "python3");
  BOOST_TEST_REQUIRE(plan.notes.size() == 2u);
  BOOST_TEST(plan.notes[0].find("`uv sync`") != std::string::npos, plan.notes[0]);
  BOOST_TEST(plan.notes[1].find("`pipenv install --dev`") != std::string::npos, plan.notes[1]);
}

BOOST_AUTO_TEST_CASE(pdm_and_uv_say_where_their_environments_are) {
  auto about = request();
  about.environment["UV_PROJECT_ENVIRONMENT"] = "envs/dev";
  machine uv{about};
  uv.file("/w/uv.lock")
      .folder("/w/envs/dev/bin", {"python"})
      .program("/w/envs/dev/bin/python", prints(with_pytest));
  BOOST_TEST(decision_of(uv.plan(), "interpreter") ==
             "envs/dev/bin/python 3.12.1 - uv.lock and UV_PROJECT_ENVIRONMENT");
  machine pdm{request()};
  pdm.file("/w/.pdm-python", "/opt/pdm/x/bin/python\n").program("/opt/pdm/x/bin/python", prints(with_pytest));
  const auto plan = pdm.plan();
  BOOST_TEST(plan.commands[0].argv[0] == "/opt/pdm/x/bin/python");
  BOOST_TEST(variable(plan.commands[0], "VIRTUAL_ENV") == "/opt/pdm/x");
}

BOOST_AUTO_TEST_CASE(no_python_at_all_is_refused) {
  machine m{request()};
  const auto step = m.ask();
  BOOST_REQUIRE(std::holds_alternative<plan_refusal>(step));
  BOOST_TEST(std::get<plan_refusal>(step).reason.find("python3: not found on PATH") == 0u);
  BOOST_TEST(m.probed == (strings{"python3", "python"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_python_that_is_too_old_is_refused_by_its_version) {
  machine m{request()};
  m.program("python", prints(R"({"covey": 1, "version": [2, 7, 18], "pytest": null})"));
  const auto step = m.ask();
  BOOST_REQUIRE(std::holds_alternative<plan_refusal>(step));
  BOOST_TEST(std::get<plan_refusal>(step).reason ==
             "python is Python 2.7.18; covey needs 3.6 or later: make a .venv with a later one.");
}

BOOST_AUTO_TEST_CASE(facts_are_found_among_what_a_site_prints) {
  const auto facts = interpreter_facts::parse("hello {\n{\"a\": 1}\n" + std::string{with_pytest} + "\nbye\n");
  BOOST_REQUIRE(facts.has_value());
  BOOST_TEST(facts->version == "3.12.1");
  BOOST_TEST(facts->pytest.value_or("") == "8.3.4");
  BOOST_TEST(!facts->xdist.has_value());
  for (const auto* text : {"", "\n", "{", "{\"covey\": 1}", "{\"covey\": 1, \"version\": [3]}",
                           "{\"covey\": 1, \"version\": [\"3\", 4]}", "[]"})
    BOOST_TEST(!interpreter_facts::parse(text).has_value(), text);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::python
