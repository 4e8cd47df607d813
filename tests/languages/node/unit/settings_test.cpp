// What a user adds to the runs of a Node project: flags for its runners, packages, steps that are left out.
#include "tests/languages/node/unit/machine.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::testing;

namespace {

machine with_steps(run_settings added) {
  auto out = with_jest("tsc -b && jest --silent");
  out.request.added = std::move(added);
  return out;
}

std::string text_of(const run_plan& plan) {
  std::string out;
  for (const auto& note : plan.notes) out += note + "\n";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(node_settings)

BOOST_AUTO_TEST_CASE(words_come_behind_those_of_the_script) {
  const auto plan = with_steps({.args = {{"--selectProjects"}, {"a"}, {"b"}}}).planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 2u);
  const auto& argv = plan.commands.back().argv;
  const auto silent = std::find(argv.begin(), argv.end(), "--silent");
  BOOST_TEST_REQUIRE((argv.end() - silent >= 4));
  BOOST_TEST((strings{silent + 1, silent + 4}) == (strings{"--selectProjects", "a", "b"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_refused_word_refuses_the_whole_plan) {
  BOOST_TEST(with_steps({.args = {{"-iu", "covey.toml:2"}}})
                 .refused()
                 .starts_with("`-iu` (covey.toml:2) is refused: "));
}

BOOST_AUTO_TEST_CASE(no_run_waits_for_a_debugger) {
  for (const auto* options : {"--inspect-brk", "--no-warnings --inspect_wait=0"}) {
    const auto why = with_steps({.env = {{"NODE_OPTIONS", options}}}).refused();
    BOOST_TEST(why.find("(NODE_OPTIONS) is refused: it waits for a debugger") != std::string::npos, why);
  }
}

BOOST_AUTO_TEST_CASE(what_is_left_out_is_said) {
  const auto plan = with_steps({.leave_out = {{"tsc", "covey.toml:2"}}}).planned();
  BOOST_TEST(plan.commands.size() == 1u);
  BOOST_TEST(text_of(plan).find("Left out, as covey.toml:2 has it: `tsc -b`.") != std::string::npos,
             text_of(plan));
}

BOOST_AUTO_TEST_CASE(a_command_that_leads_to_tests_can_be_left_out) {
  machine about;
  about.package(
      "/w",
      R"({"scripts": {"test": "npm run unit && npm run more && tsc", "unit": "jest a", "more": "npm run b -- --ci",
                          "b": "jest b"}})");
  about.says("node", jest_here);
  for (const auto* word : {"npm run more", "npm run b"}) {
    about.request.added.leave_out = {{word, "covey.toml:2"}, {"tsc", "covey.toml:2"}};
    const auto plan = about.planned();
    BOOST_TEST_REQUIRE(plan.commands.size() == 1u);
    BOOST_TEST(has(plan.commands.front().argv, "a"));
    const auto notes = text_of(plan);
    BOOST_TEST(notes.find("Left out, as covey.toml:2 has it: `jest in the workspace (2)`, `tsc`.") !=
                   std::string::npos,
               notes);
  }
}

BOOST_AUTO_TEST_CASE(a_script_that_decides_runs_last_and_can_be_left_out) {
  auto about = with_jest("jest; exit 3");
  const auto plan = about.planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 2u);
  const auto& last = plan.commands.back();
  BOOST_TEST(last.argv == (strings{"sh", "-c", "npm run test"}), boost::test_tools::per_element());
  BOOST_TEST((last.role == command_role::step));
  BOOST_TEST(last.after_pass);
  BOOST_TEST(!last.may_fail);
  about.request.added.leave_out = {{"npm run test", "covey.toml:2"}};
  BOOST_TEST(about.planned().commands.size() == 1u);

  auto part = with_jest("jest; exit 3").selection("a.test.js");
  BOOST_TEST(part.planned().commands.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_script_that_must_not_run_and_is_not_read_is_a_failure) {
  const auto plan = with_jest("prettier --write . && jest | tee x").planned();
  BOOST_TEST(plan.commands.size() == 1u);
  BOOST_TEST_REQUIRE(plan.failures.size() == 1u);
  BOOST_TEST(plan.failures.front().message.starts_with("how scripts.test ends is not known: "));
}

BOOST_AUTO_TEST_CASE(a_script_decides_where_the_tests_of_the_packages_run_in_its_place) {
  machine several;
  several.package("/w", R"({"workspaces": ["a"], "scripts": {"test": "./all.sh"}})");
  several.package("/w/a", R"({"scripts": {"test": "node --test"}})");
  several.says("node", R"({"node":"22.1.0","folders":{}})");
  several.request.coverage = false;
  const auto plan = several.planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 2u);
  BOOST_TEST(plan.commands.front().cwd == "/w/a");
  BOOST_TEST(plan.commands.back().argv.back() == "npm run test");
  BOOST_TEST(plan.commands.back().cwd == "/w");
  BOOST_TEST(plan.commands.back().after_pass);
  BOOST_TEST(text_of(plan).find("it runs as well, and its exit code counts") != std::string::npos,
             text_of(plan));
}

BOOST_AUTO_TEST_CASE(a_variable_that_the_script_sets_stays_the_scripts) {
  auto about = with_jest("TZ=UTC LANG=C PORT=${PORT:-80} jest");
  about.request.added.env = {{"TZ", "Asia/Tokyo"}, {"LANG", "C"}, {"OTHER", "1"}, {"PORT", "8080"}};
  const auto notes = text_of(about.planned());
  BOOST_TEST(
      notes.find("The test script itself sets TZ=UTC: that holds, not what `env` says.") != std::string::npos,
      notes);
  BOOST_TEST(notes.find("sets LANG") == std::string::npos, notes);
  BOOST_TEST(notes.find("sets PORT") == std::string::npos, notes);
}

BOOST_AUTO_TEST_CASE(a_step_that_is_not_there_is_an_error_that_names_those_that_are) {
  BOOST_TEST(with_steps({.leave_out = {{"eslint", "covey.toml:2"}}}).refused() ==
             "the test script has no command `eslint` (covey.toml:2) to leave out: it has `tsc -b`, "
             "`jest in the workspace`");
}

BOOST_AUTO_TEST_CASE(a_package_that_is_not_there_is_an_error) {
  BOOST_TEST(with_steps({.packages = {{"@a/b", "covey.toml:3"}}})
                 .refused()
                 .starts_with("the workspace has no package `@a/b` (covey.toml:3): it has "));
}

BOOST_AUTO_TEST_SUITE_END()
