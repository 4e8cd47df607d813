// What stands beside the tests in a test script: checks make a whole run red, and are never in the way of a part of it.
#include "tests/languages/node/e2e/node_fixture.hpp"
#include "tests/support/skip.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>

using namespace covey::testing;

namespace {

// Under node:test, with a compiler that says what stands in the file `types`, and fails if there is one.
struct typed_project : node_fixture {
  bool start(const std::string& script) {
    if (!is_on_path("node")) {
      skip("no node on PATH");
      return false;
    }
    write_file(workspace() + "/package.json", R"({"scripts": {"test": ")" + script + R"("}})");
    write_file(workspace() + "/tsconfig.json", "{\"compilerOptions\": {\"noEmit\": true,}} // types only\n");
    write_file(workspace() + "/a.test.js",
               "const { test } = require('node:test');\ntest('a', () => {});\n"
               "test('b', () => { if (!require('fs').existsSync('mended')) throw new Error('red'); });\n");
    const auto compiler = workspace() + "/node_modules/.bin/tsc";
    write_file(compiler, "#!/bin/sh\necho ran >> compiled\n[ ! -f types ] || { cat types; exit 2; }\n");
    std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
    return true;
  }
  bool compiled() { return std::filesystem::remove(workspace() + "/compiled"); }
  void break_types() {
    write_file(workspace() + "/types", "src/x.ts(117,3): error TS2345: Argument of type 'Promise'.\n");
  }
  void mend(const std::string& file) { write_file(workspace() + "/" + file, ""); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(node_steps_e2e, typed_project)

BOOST_AUTO_TEST_CASE(a_type_error_makes_a_whole_run_red_and_leaves_a_test_alone) {
  if (!start("tsc && node --test")) return;
  mend("mended");
  break_types();
  const auto run = run_tests();
  BOOST_TEST(run.at("status").as_string() == "failed");
  BOOST_TEST(counted(run) == "passed 2, failed 0, skipped 0, errors 1");
  const auto& failure = run.at("failures").as_array().at(0).as_object();
  BOOST_TEST(failure.at("file").as_string() == "src/x.ts");
  BOOST_TEST(failure.at("line").to_number<int>() == 117);
  BOOST_TEST(failure.at("kind").as_string() == "error");
  BOOST_TEST(compiled());

  BOOST_TEST(tests_run(run_block("a.test.js", "a")).size() == 1u);
  BOOST_TEST(counted(run_tests({{"args", {"--test-name-pattern", "a"}}})).starts_with("passed 1, failed 0"));
  BOOST_TEST(!compiled());

  // The check is what is known to fail: it alone runs again.
  std::filesystem::remove(workspace() + "/types");
  const auto again = run_failing_tests();
  BOOST_TEST(compiled());
  BOOST_TEST(again.at("status").as_string() == "passed");
  BOOST_TEST(counted(again) == "passed 0, failed 0, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(a_check_that_is_left_out_is_gone) {
  if (!start("tsc && node --test")) return;
  break_types();
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 1, skipped 0, errors 1");
  write_file(workspace() + "/covey.toml", "[node]\nleave_out = [\"tsc\"]\n");
  mend("mended");
  compiled();
  const auto again = run_failing_tests();
  BOOST_TEST(!compiled());
  BOOST_TEST(counted(again) == "passed 1, failed 0, skipped 0, errors 0");
  BOOST_TEST(json::serialize(again).find("still failing") == std::string::npos, json::serialize(again));
  BOOST_TEST(run_tests().at("status").as_string() == "passed");
}

BOOST_AUTO_TEST_CASE(a_build_that_fails_hides_no_test_of_a_selection) {
  if (!start("tsc -p build.json && node --test")) return;
  mend("mended");
  break_types();
  BOOST_TEST(counted(run_tests()) ==
             "passed 0, failed 0, skipped 0, errors 1");  // all would test what is old
  const auto some = answer_of("run_testfiles", {{"files", {"a.test.js"}}});
  const auto said = json::serialize(some);
  BOOST_TEST(said.find("TS2345") != std::string::npos, said);
  BOOST_TEST(said.find("no test of") == std::string::npos, said);
  BOOST_TEST(some.at("passed").to_number<int>() == 2);
  BOOST_TEST(some.at("status").as_string() == "failed");
}

// A shell would look for them then: on a fresh clone there are none before, and a new one would not run.
BOOST_AUTO_TEST_CASE(the_tests_that_a_step_makes_are_looked_for_behind_it) {
  if (!start("node build.js && node --test out/*.test.js")) return;
  mend("mended");
  write_file(
      workspace() + "/build.js",
      "const fs = require('fs'); fs.mkdirSync('out', {recursive: true});\n"
      "for (const f of fs.readdirSync('.')) if (f.endsWith('.test.js')) fs.copyFileSync(f, 'out/' + f);\n");
  BOOST_TEST(counted(run_tests()) == "passed 2, failed 0, skipped 0, errors 0");
  write_file(workspace() + "/c.test.js",
             "require('node:test').test('c', () => { throw new Error('red'); });\n");
  BOOST_TEST(counted(run_tests()) == "passed 2, failed 1, skipped 0, errors 0");
}

BOOST_AUTO_TEST_SUITE_END()
