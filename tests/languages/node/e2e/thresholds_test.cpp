// Thresholds of coverage that the project's own command would fail by: c8, nyc, node itself.
#include "tests/languages/node/e2e/node_fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;

namespace {

struct thresholds_fixture : node_fixture {
  // What the reporter of a run says, by the words of the script: "7000 note".
  std::string told(const std::string& words) {
    set_environment("COVEY_THRESHOLDS", words);
    const auto said = run_node({"-e", "require('" COVEY_SOURCE_DIR "/reporters/node/thresholds.cjs')"
                                      ".tellOwnThresholds((event) => console.log(event.e === 'note' ? event.text : event.count))"});
    return said.out + said.err;
  }
};

constexpr auto c8_words = R"({"by": ["c8"], "flags": [], "beside": [""]})";
constexpr auto nyc_words = R"({"by": ["nyc"], "flags": [], "beside": [""]})";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(thresholds_e2e, thresholds_fixture)

BOOST_AUTO_TEST_CASE(flags_and_files_say_what_c8_nyc_and_node_would_check) {
  if (!has("mocha12")) return;
  const auto unchecked = [](const std::string& of, const std::string& what) {
    return "of the thresholds of `" + of + "` covey does not check " + what + "\n";
  };
  use("mocha/outcomes", "mocha12");
  BOOST_TEST(told(c8_words) == "");
  BOOST_TEST(told(R"({"by": ["c8", "--lines", "95", "--check-coverage"], "flags": [], "beside": [""]})") == "9500\n");
  BOOST_TEST(told(R"({"by": ["c8", "check-coverage", "--lines=95"], "flags": [], "beside": [""]})") == "9500\n");
  BOOST_TEST(told(R"({"by": ["c8", "--100"], "flags": [], "beside": [""]})") ==
             "10000\n" + unchecked("c8", "branches, functions, statements"));
  write_file(workspace() + "/.c8rc.json", R"({"checkCoverage": true, "functions": 5})");
  BOOST_TEST(told(c8_words) == "9000\n" + unchecked("c8", "functions"));
  BOOST_TEST(told(R"({"by": ["c8", "--check-coverage=false"], "flags": [], "beside": [""]})") == "");
  write_file(workspace() + "/.nycrc", "check-coverage: true\nlines: 81.5 # why\nper-file: true\n");
  BOOST_TEST(told(nyc_words) == "8150\n" + unchecked("nyc", "single files"));
  BOOST_TEST(told(R"({"by": ["nyc"], "flags": [], "beside": ["mocha in a"]})") ==
             unchecked("nyc", "single files, the lines of mocha in a alone"));
  std::filesystem::remove(workspace() + "/.nycrc");
  write_file(workspace() + "/nyc.config.js", "module.exports = {};");
  BOOST_TEST(told(nyc_words) == unchecked("nyc", "what nyc.config.js says"));
  BOOST_TEST(told(R"({"by": [], "flags": ["--test-coverage-lines=80", "--test-coverage-branches", "50"], "beside": [""]})") ==
             "8000\n" + unchecked("--test-coverage-lines", "branches"));
}

// covey's own figure is of other files then, in either direction.
BOOST_AUTO_TEST_CASE(a_threshold_whose_files_are_chosen_is_not_judged) {
  if (!has("mocha12")) return;
  use("mocha/outcomes", "mocha12");
  const auto unchecked = [](const std::string& of, const std::string& options) {
    return "of the thresholds of `" + of + "` covey does not check the lines, whose files `" + options + "` chooses\n";
  };
  const auto by = [&](const std::string& words) {
    return told(R"({"by": [)" + words + R"(, "--check-coverage"], "flags": [], "beside": [""]})");
  };
  BOOST_TEST(by(R"("c8", "--include", "lib/**")") == unchecked("c8", "include"));
  BOOST_TEST(by(R"("c8", "--src=lib", "--all", "-x", "a")") == unchecked("c8", "all`, `src`, `exclude"));
  BOOST_TEST(by(R"("nyc", "--no-exclude-node-modules")") == unchecked("nyc", "exclude-node-modules"));
  for (const auto* config : {R"({"exclude": ["lib/**"]})", "exclude:\n  - lib/**\n", "exclude: [lib]\n"}) {
    write_file(workspace() + "/.nycrc", config);
    BOOST_TEST(by("\"nyc\"") == unchecked("nyc", "exclude"));
  }
  write_file(workspace() + "/.nycrc", R"({"extends": "@istanbuljs/nyc-config-typescript", "all": true})");
  BOOST_TEST(by("\"nyc\"") == unchecked("nyc", "all`, `extends"));
  write_file(workspace() + "/.nycrc", "all: false\nlines: 80\n");
  BOOST_TEST(by("\"nyc\"") == "8000\n");
}

// mocha's project of outcomes without its red tests: half of src/half.js runs.
BOOST_AUTO_TEST_CASE(a_threshold_that_is_not_met_fails_a_run_of_all) {
  if (!has("mocha12")) return;
  use("mocha/outcomes", "mocha12");
  write_file(workspace() + "/test/outcomes.test.js",
             "const { one } = require('../src/half.js');\nit('one', () => one(true));\n");
  write_file(workspace() + "/src/half.js",
             "exports.one = (a) => {\n  if (a) return 1;\n  a += 1;\n  a += 2;\n  a += 3;\n  return a;\n};\n");
  const std::string unmet = "coverage threshold 90 (`c8`) not met:";
  for (const auto* script : {"c8 --check-coverage mocha", "c8 mocha && c8 check-coverage"}) {
    write_file(workspace() + "/package.json", R"({"scripts": {"test": ")" + std::string{script} + "\"}}");
    const auto run = run_tests();
    BOOST_TEST(run.at("status").as_string() == "failed", run);
    BOOST_TEST(json::serialize(run).find(unmet) != std::string::npos, run);
    BOOST_TEST(counted(run) == "passed 1, failed 0, skipped 0, errors 0");
  }
  write_file(workspace() + "/package.json", R"({"scripts": {"test": "c8 --check-coverage --lines 30 mocha"}})");
  BOOST_TEST(run_tests().at("status").as_string() == "passed");
}

// Node 22 and newer have it.
BOOST_AUTO_TEST_CASE(a_threshold_of_nodes_own_fails_a_run_of_all) {
  if (!has("node22")) return;
  use("node-test/outcomes", "node22");
  write_file(workspace() + "/test/outcomes.test.js",
             "const { test } = require('node:test');\nconst { one } = require('../src/half.js');\ntest('one', () => one(true));\n");
  write_file(workspace() + "/src/half.js",
             "exports.one = (a) => {\n  if (a) return 1;\n  a += 1;\n  a += 2;\n  a += 3;\n  return a;\n};\n");
  write_file(workspace() + "/package.json",
             R"({"scripts": {"test": "node --test --experimental-test-coverage --test-coverage-lines=95"}})");
  const auto run = run_tests();
  BOOST_TEST(run.at("status").as_string() == "failed", run);
  BOOST_TEST(json::serialize(run).find("coverage threshold 95 (`--test-coverage-lines`) not met:") != std::string::npos, run);
}

// Of jest's command line, too.
BOOST_AUTO_TEST_CASE(a_threshold_of_jests_command_line_fails_a_run_of_all) {
  if (!has("jest30")) return;
  write_file(workspace() + "/package.json",
             R"({"scripts": {"test": "jest --coverage --coverageThreshold '{\"global\": {\"lines\": 90}}'"}})");
  use_packages("jest30");
  write_file(workspace() + "/half.js", "exports.one = (a) => {\n  if (a) return 1;\n  return 2;\n};\n");
  write_file(workspace() + "/half.test.js", "test('one', () => expect(require('./half.js').one(1)).toBe(1));\n");
  const auto run = run_tests();
  BOOST_TEST(json::serialize(run).find("coverage threshold 90 (`coverageThreshold.lines`) not met:") != std::string::npos, run);
  BOOST_TEST(counted(run) == "passed 1, failed 0, skipped 0, errors 0");
}

BOOST_AUTO_TEST_SUITE_END()
