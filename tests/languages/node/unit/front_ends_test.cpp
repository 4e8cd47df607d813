// The plans for AVA.
#include "parsers/languages/node/runners/runner.hpp"
#include "tests/languages/node/unit/machine.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;
using namespace covey::parsers::testing;

namespace {

machine with(const std::string& runner, const std::string& version, const std::string& script) {
  machine out;
  out.package("/w", R"({"scripts": {"test": ")" + script + R"("}})");
  out.says("node", R"({"node":"22.1.0","folders":{"/w":{"runners":{")" + runner +
                       R"(":{"entry":"/w/node_modules/)" + runner + R"(/cli.js","version":")" + version +
                       R"("}},"extras":{},"imports":{}}}})");
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(node_front_ends)

BOOST_AUTO_TEST_CASE(ava_is_listened_to_and_kept_from_updating) {
  auto project = with("ava", "8.1.2", "xo && c8 ava -u --fail-fast --tap --timeout=1m test");
  const auto plan = project.planned();
  const auto& run = plan.commands.front();
  BOOST_TEST(run.argv[1] == "--import=/s/node/ava-hooks.mjs");
  BOOST_TEST(run.argv[2] == "/w/node_modules/ava/cli.js");
  BOOST_TEST(has(run.argv, "--no-fail-fast"));
  BOOST_TEST(has(run.argv, "--timeout=1m"));
  BOOST_TEST(has(run.argv, "test"));
  for (const auto* gone : {"-u", "--fail-fast", "--tap"}) BOOST_TEST(!has(run.argv, gone), gone);
  BOOST_TEST(variable(run, "COVEY_RUNNER") == "/w/node_modules/ava/cli.js");

  const auto again = project.rerun("t/a.js", R"(["t/a.js","x*y !z"])").planned();
  BOOST_TEST(again.commands.front().argv.back() == "/w/t/a.js");
  BOOST_TEST(!has(again.commands.front().argv, "test"));
  BOOST_TEST(file_text(again, "/s/node/select.json") == R"(["[\"t/a.js\",\"x*y !z\"]"])");
}

BOOST_AUTO_TEST_CASE(an_old_ava_is_refused_with_the_remedy) {
  BOOST_TEST(with("ava", "3.15.0", "ava").refused() ==
             "ava 3.15.0 is older than 4, the first that covey reads: run `npm install -D ava@latest`");
}

BOOST_AUTO_TEST_CASE(what_covey_says_itself_is_taken_from_their_scripts) {
  BOOST_TEST(script_arguments(ava_runner, {"-v", "a.js", "--match", "x", "-c", "2"}, true) ==
                 (strings{"a.js", "--match", "x", "-c", "2"}),
             boost::test_tools::per_element());
  BOOST_TEST(script_arguments(ava_runner, {"-v", "a.js", "--match", "x", "-c", "2"}, false) == (strings{"-c", "2"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
