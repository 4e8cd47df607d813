#include "actors/project.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey;
using namespace covey::actors;

namespace {

const parsers::language go{.name = "go", .project_files = {{"go.mod"}, {"go.work"}}};
const parsers::language node{
    .name = "node",
    .project_files = {{"package.json"}, {"tox.ini", "pytest"}, {"Project.toml", {}, "test/runtests.jl"}}};

std::string choice(bool has_go, bool has_node, std::string_view wanted) {
  const auto chosen = choose_project({{&go, has_go ? go.project_files.data() : nullptr},
                                      {&node, has_node ? node.project_files.data() : nullptr}},
                                     wanted);
  if (const auto* reason = std::get_if<std::string>(&chosen)) return *reason;
  return std::string{std::get<const parsers::language*>(chosen)->name};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(project_suite)

BOOST_AUTO_TEST_CASE(one_project_is_chosen_with_and_without_its_name) {
  BOOST_TEST(choice(true, false, "") == "go");
  BOOST_TEST(choice(false, true, "") == "node");
  BOOST_TEST(choice(true, true, "node") == "node");
}

BOOST_AUTO_TEST_CASE(no_project_says_what_was_looked_for) {
  BOOST_TEST(choice(false, false, "") ==
             "no supported project detected in workspace root (looked for go.mod, go.work, "
             "package.json, tox.ini with pytest in it, Project.toml with test/runtests.jl); activate_package "
             "moves to another folder");
  BOOST_TEST(choice(false, false, "go") ==
             "no supported project detected in workspace root (looked for go.mod, go.work, "
             "package.json, tox.ini with pytest in it, Project.toml with test/runtests.jl); activate_package "
             "moves to another folder");
}

BOOST_AUTO_TEST_CASE(several_projects_ask_for_the_language) {
  BOOST_TEST(choice(true, true, "") ==
             "polyglot workspace: 2 project types detected (go, node) — pass `language` to pick one");
}

BOOST_AUTO_TEST_CASE(a_language_that_is_not_there_names_those_that_are) {
  BOOST_TEST(choice(true, true, "rust") == "language \"rust\" not detected in workspace; detected: go, node");
}

BOOST_AUTO_TEST_CASE(a_detector_that_does_not_answer_is_named_and_is_no_missing_project) {
  const detected_project silent{&go, nullptr, {}, "is busy: no threads"};
  const detected_project none{&node, nullptr};
  const detected_project there{&node, node.project_files.data()};
  const auto said = [](const std::vector<detected_project>& looked_at, std::string_view wanted) {
    const auto chosen = choose_project(looked_at, wanted);
    const auto* reason = std::get_if<std::string>(&chosen);
    return reason != nullptr ? *reason : std::string{std::get<const parsers::language*>(chosen)->name};
  };
  const std::string unknown =
      "it is not known which projects the workspace root holds: the detector of go is busy: no threads";
  BOOST_TEST(said({silent, none}, "") == unknown);
  BOOST_TEST(said({silent, none}, "go") == unknown);
  BOOST_TEST(said({silent, there}, "go") == unknown);
  // Another language is not taken in silence, only when it is asked for.
  BOOST_TEST(said({silent, there}, "") == unknown + "; node was detected — pass `language` to use it");
  BOOST_TEST(said({silent, there}, "node") == "node");
  BOOST_TEST(no_project({silent, there}) == unknown);
  BOOST_TEST(unknown_projects({silent, there}) == unknown);
  BOOST_TEST(unknown_projects({none, there}) == "");
}

BOOST_AUTO_TEST_SUITE_END()
