// Workspaces that hold projects of several languages, and what the doctor says of them.
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

struct polyglot_fixture : covey_fixture {
  polyglot_fixture() {
    write_files(workspace(),
                {{"go.mod", "module example.com/m\n\ngo 1.19\n"},
                 {"a_test.go", "package m\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n"},
                 {"package.json", R"({"name": "m", "scripts": {"test": "node --test"}})"},
                 {"a.test.js", "require('node:test').test('a', () => {});\n"}});
  }

  std::string said(std::string_view tool, json::object arguments = {}) {
    return text_of(server().call(tool, std::move(arguments)));
  }
  session& server() {
    if (server_ == nullptr) server_ = &start_open();
    return *server_;
  }

 private:
  session* server_ = nullptr;
};

BOOST_FIXTURE_TEST_SUITE(polyglot, polyglot_fixture, *utf::label("languages"))

BOOST_AUTO_TEST_CASE(several_projects_ask_for_a_language) {
  BOOST_TEST(said("run_tests") ==
             "polyglot workspace: 2 project types detected (go, node) — pass `language` to pick one");
  BOOST_TEST(said("run_tests", {{"language", "rust"}}) ==
             "language \"rust\" not detected in workspace; detected: go, node");
}

BOOST_AUTO_TEST_CASE(no_project_says_what_was_looked_for) {
  for (const auto* name : {"go.mod", "package.json"}) std::filesystem::remove(workspace() + "/" + name);
  BOOST_TEST(said("run_tests") ==
             "no supported project detected in workspace root (looked for go.mod, go.work, Cargo.toml, "
             "package.json, deno.json, deno.jsonc, pyproject.toml, setup.py, setup.cfg, pytest.ini, tox.ini "
             "with pytest in it, manage.py with django in it, Project.toml with test/runtests.jl, "
             "JuliaProject.toml with test/runtests.jl); activate_package moves to another folder");
}

BOOST_AUTO_TEST_CASE(the_language_that_is_named_is_run, *utf::precondition(has_go)) {
  const auto run = server().call("run_tests", {{"language", "go"}});
  BOOST_TEST(status_of(run) == "passed");
  BOOST_TEST(at_path(run, "structuredContent.language").as_string() == "go");
  BOOST_TEST(said("run_failing_tests", {{"language", "node"}}) ==
             "run_failing_tests: nothing is known to fail of node, the last run was of go: run run_tests "
             "with `language` node first");
}

BOOST_AUTO_TEST_CASE(the_doctor_names_each_project_and_its_choices) {
  use_fake_go("pass:1");
  const auto result = run_covey({"doctor", "--workspace", workspace()});
  BOOST_TEST(result.out.find("project:   detected (go.mod)") != std::string::npos, result.out);
  BOOST_TEST(result.out.find("project:   detected (package.json)") != std::string::npos, result.out);
  BOOST_TEST(result.out.find("runner: go test") != std::string::npos, result.out);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
