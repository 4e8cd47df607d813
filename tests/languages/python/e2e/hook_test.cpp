// `covey hook`: the interpreter and the runner that a command names are those that covey would choose, or it is passed.
#include "tests/languages/python/e2e/python_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <regex>

using namespace covey::testing;
namespace fs = std::filesystem;
namespace utf = boost::unit_test;

namespace {

// Lines that somebody might type, of these words.
class line_maker {
 public:
  explicit line_maker(unsigned seed) : random_(seed) {}

  std::string make() {
    auto out = list();
    if (one_in(6)) out = one_in(2) ? "(" + out + ")" : "bash -lc '" + out + "'";
    if (one_in(4)) out += any({" 2>&1", " | tail -3", " > log", " 2>&1 | grep -c passed", " | tee log"});
    return out;
  }
  std::size_t below(std::size_t most) { return random_() % most; }

 private:
  bool one_in(std::size_t of) { return below(of) == 0; }
  std::string any(const strings& all) { return all[below(all.size())]; }

  std::string run() {
    std::string out = any({"", "", "", "", "TERM=dumb ", "timeout 100 ", "CI=1 ", "PYTHONPATH=. "});
    out += any({"pytest", "pytest", "pytest", "python -m pytest", ".venv/bin/pytest", "python -m unittest"});
    while (one_in(3))
      out += any({" -q", " -v", " -x", " --tb=short", " --maxfail=1", " -k total", " -k sum",
                  " -k \"not bad\"", " -k Total", " -k \"sum or bad\"", " -m slow", " --lf-not", " -n 2",
                  " -p no:randomly", " --co", " -s"});
    while (one_in(2))
      out +=
          any({" test_a.py", " test_b.py", " tests", " tests/", " tests/test_c.py", " ./test_a.py", " test_a",
               " gone.py", " tests/test_c.py::TestTotal", " tests/test_c.py::TestTotal::test_sum",
               " test_b.py::test_good", " test_b.py::test_bad", " test_b.py::test_gone",
               " 'tests/test_c.py::test_many[1]'", " test_skip.py", " lib.py", " ."});
    return out;
  }
  std::string command() {
    if (!one_in(4)) return run();
    return any({"cd tests", "cd gone", "cd .", "echo x", "true", "false", "set -e", "test -f gone",
                "test -f lib.py", "export CI=1", "source .venv/bin/activate", "source gone/bin/activate",
                "rm -f test_b.py"});
  }
  std::string list() {
    auto out = command();
    while (one_in(3)) out += any({" && ", " && ", "; ", " || "}) + command();
    return out;
  }

  std::mt19937 random_;
};

struct python_hook_fixture : python_fixture {
  python_hook_fixture() {
    set_environment("CLAUDE_PROJECT_DIR", "");
    write_file(workspace() + "/pyproject.toml", "[project]\nname = \"own\"\n");
    if (!needs_python("pytest8")(0)) return;
    fs::create_directory_symlink(tools("pytest8"), workspace() + "/.venv");
    set_environment("PATH", workspace() + "/.venv/bin:/usr/bin:/bin");
  }

  std::string answer_to(const std::string& line) const {
    const json::object question{
        {"tool_name", "Bash"}, {"tool_input", {{"command", line}}}, {"cwd", workspace()}};
    return run_covey({"hook", "claude-code"}, json::serialize(question)).out;
  }

  // The calls that it names, each as a tool and its arguments; none of a line for the shell.
  std::vector<std::pair<std::string, std::string>> calls_of(const std::string& line) const {
    std::vector<std::pair<std::string, std::string>> out;
    const auto said = answer_to(line);
    if (said.empty()) return out;
    std::string reason{
        json::parse(said).at_pointer("/hookSpecificOutput/permissionDecisionReason").as_string()};
    static const std::regex call{R"((run_[a-z]+) (\{.*?\})(?=, then |\. ))"};
    for (std::sregex_iterator it{reason.begin(), reason.end(), call}, end; it != end; ++it)
      out.emplace_back((*it)[1], (*it)[2]);
    return out;
  }

  // A project of each kind, over what all have.
  void write_project(std::size_t kind) {
    for (const auto* file : {"conftest.py", "pytest.ini", "test_broken.py", "log"})
      fs::remove(workspace() + "/" + file);
    fs::remove_all(workspace() + "/tests");
    const auto in = [&](const std::string& name, const std::string& text) {
      write_file(workspace() + "/" + name, text);
    };
    in("lib.py", "def total(): return 3\n");
    in("test_a.py", "import os\ndef test_one(): assert os.environ.get('CI') is None\ndef test_sum(): pass\n");
    in("test_b.py", std::string{"def test_good(): pass\ndef test_bad(): assert "} +
                        (kind % 2 == 0 ? "False\n" : "True\n"));
    in("test_skip.py", "import pytest\n@pytest.mark.skip\ndef test_left_out(): assert False\n");
    in("tests/test_c.py", std::string{kind % 3 == 0 ? "import lib\n" : ""} +
                              "import pytest\nclass TestTotal:\n  def test_sum(self): pass\n"
                              "@pytest.mark.parametrize('n', [1, 2])\ndef test_many(n): assert n == 1\n");
    if (kind == 1) in("conftest.py", "");
    if (kind == 2) in("pytest.ini", "[pytest]\ntestpaths = tests\n");
    if (kind == 4) in("pytest.ini", "[pytest]\naddopts = -k good\n");
    if (kind == 5) in("tests/test_c.py", "class TestTotal:\n  def test_sum(self): pass\n");
  }

  bool passes_in_shell(const std::string& line) const {
    return run_program("/bin/bash", options({"-o", "pipefail", "-c", line})).exit_code == 0;
  }
  bool passes_by(const std::pair<std::string, std::string>& call) const {
    const auto said = run_covey({"call", "--answers", "structured", call.first, call.second}).out;
    boost::system::error_code broken;
    const auto answer = json::parse(said, broken);
    const auto* status = answer.is_object() ? answer.get_object().if_contains("status") : nullptr;
    return status != nullptr && (*status == "passed" || *status == "completed");
  }

  bool is_denied(const std::string& line) const {
    return answer_to(line).find("run_tests {}") != std::string::npos;
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
        "pytest || source .venv/bin/activate", "pytest; source .venv/bin/activate",
        "python -m unittest", "python manage.py test"})
    BOOST_TEST_CONTEXT(line) BOOST_TEST(!is_denied(line));
}

// The first on PATH, by the interpreter that its first line names.
BOOST_AUTO_TEST_CASE(a_program_of_another_interpreter_is_for_the_shell) {
  const auto other = outside("other");
  for (const auto* name : {"pytest", "python3"}) write_file(other + "/" + name, "#!" + other + "/python3\n");
  for (const auto* name : {"pytest", "python3"}) fs::permissions(other + "/" + name, fs::perms::owner_all);
  BOOST_TEST(is_denied("pytest"));
  set_environment("PATH", other + ":/usr/bin:/bin");
  BOOST_TEST(!is_denied("pytest"));
  BOOST_TEST(is_denied("source .venv/bin/activate && pytest"));
  fs::remove(other + "/pytest");
  fs::remove(workspace() + "/.venv");
  BOOST_TEST(!is_denied("pytest"));  // not found by the shell
}

// The typed expression takes its place; covey's selection does not.
BOOST_AUTO_TEST_CASE(keywords_are_for_the_shell_where_the_configuration_has_its_own) {
  write_file(workspace() + "/test_a.py", "import pytest\n@pytest.mark.slow\ndef test_sum(): pass\ndef test_sum2(): pass\n");
  BOOST_TEST(is_denied("pytest"));
  const auto is_named = [&] { return !calls_of("pytest -k sum").empty(); };
  BOOST_TEST(is_named());
  for (const auto* words : {"-k good", "-kgood", "-m 'not slow'"}) {
    write_file(workspace() + "/pytest.ini", std::string{"[pytest]\naddopts = "} + words + "\nmarkers = slow\n");
    BOOST_TEST(!is_named(), words);
    BOOST_TEST(is_denied("pytest"), words);
  }
  const std::pair<std::string, std::string> both{"run_testblocks", R"({"testset_query": "'sum"})"};
  BOOST_TEST(passes_by(both));  // one of the two is left out, as by pytest itself
}

// A checkout may hold all of them.
BOOST_AUTO_TEST_CASE(a_look_runs_nothing_of_a_python_project) {
  const auto mark = outside("ran");
  const auto python = fs::canonical(tools("pytest8") + "/bin/python").string();
  for (const auto* module : {"json.py", "sitecustomize.py"})
    write_file(workspace() + "/" + module, "open('" + mark + "', 'w')\nfrom os import *\n");
  BOOST_TEST(is_denied("pytest"));
  fs::remove(workspace() + "/.venv");
  fs::create_directories(workspace() + "/.venv/bin");
  write_file(workspace() + "/.venv/pyvenv.cfg", "home = " + workspace() + "\n");
  write_file(workspace() + "/.venv/bin/python",
             "#!/bin/sh\ntouch " + mark + "\nexec " + python + " \"$@\"\n");
  fs::permissions(workspace() + "/.venv/bin/python", fs::perms::owner_all);
  BOOST_TEST(!is_denied(".venv/bin/pytest"));
  BOOST_TEST(run_covey({"doctor"}).out.find(".venv/bin/python is a program of this repository") !=
             std::string::npos);
  fs::remove(workspace() + "/.venv/bin/python");
  fs::create_symlink("/bin/sh", workspace() + "/.venv/bin/python");  // not what its name says
  BOOST_TEST(!is_denied(".venv/bin/pytest"));
  BOOST_TEST(!fs::exists(mark));
}

// The shell is right. COVEY_LINES=1000 tries as many, others each time. Where all tests are skipped covey says so, and pytest is green.
BOOST_AUTO_TEST_CASE(no_denied_line_has_another_verdict_than_its_calls) {
  constexpr std::size_t kinds = 6;
  const auto* more = std::getenv("COVEY_LINES");
  const int count = more != nullptr ? std::atoi(more) : 60;
  const unsigned seed = more != nullptr ? std::random_device{}() : 3;
  BOOST_TEST_MESSAGE("seed " << seed);
  line_maker maker{seed};
  fs::create_directory(workspace() + "/.folders");
  set_environment("PYTEST_DEBUG_TEMPROOT", workspace() + "/.folders");  // of workers
  int denied = 0, red = 0, passed_on = 0;
  for (int i = 0; i < count; ++i) {
    const auto kind = maker.below(kinds);
    const auto line = maker.make();
    write_project(kind);
    const auto calls = calls_of(line);
    if (calls.empty()) {
      ++passed_on;
      continue;
    }
    ++denied;
    const bool covey =
        std::all_of(calls.begin(), calls.end(), [&](const auto& call) { return passes_by(call); });
    const bool shell = passes_in_shell(line);
    red += shell ? 0 : 1;
    const bool skipped = shell && line.find("test_skip.py") != line.npos;
    BOOST_CHECK_MESSAGE(shell == covey || skipped,
                        "project " << kind << ": " << line << " -> " << calls.front().first << " "
                                   << calls.front().second << ": " << (shell ? "green" : "red")
                                   << " in the shell");
  }
  BOOST_TEST_MESSAGE(denied << " denied, " << red << " of them red, " << passed_on << " passed on");
  BOOST_TEST(denied > red);
  BOOST_TEST(red > 0);
}

BOOST_AUTO_TEST_SUITE_END()
