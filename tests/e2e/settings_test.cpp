// covey.toml: what it decides, what is wrong with it, and who is told.
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>

using namespace covey::testing;
namespace fs = std::filesystem;

namespace {

struct settings_fixture : covey_fixture {
  settings_fixture() { use_fake_go("pass:1"); }

  void settings(const std::string& text) { write_file(workspace() + "/covey.toml", text); }

  std::string command_of(const json::object& answer) {
    return json::serialize(at_path(answer, "structuredContent.commands"));
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(workspace_settings, settings_fixture)

BOOST_AUTO_TEST_CASE(they_reach_the_runner_before_what_the_call_adds) {
  settings(
      "args = [\"-short\"]\ntimeout = 77\n[env]\nSHOP = \"eu\"\n[go]\nargs = [\"-tags=a\"]\ncoverage = false\n");
  auto& server = start_open();
  const auto run = server.call("run_tests", {{"args", json::array{"-race"}}, {"detail", true}});
  const auto command = command_of(run);
  BOOST_TEST(command.find(R"("./...","-short","-tags=a","-race")") != std::string::npos, command);
  BOOST_TEST(command.find("-timeout=72s") != std::string::npos, command);
  BOOST_TEST(command.find("-coverprofile") == std::string::npos, command);
  const auto choices = json::serialize(at_path(run, "structuredContent.choices"));
  BOOST_TEST(
      choices.find("args `-short` `-tags=a`, env SHOP, timeout 77 s, without coverage") != std::string::npos,
      choices);
  // What the call says goes before.
  const auto other = server.call("run_tests", {{"timeout", 10}, {"coverage", true}, {"detail", true}});
  BOOST_TEST(command_of(other).find("-timeout=9s") != std::string::npos);
  BOOST_TEST(command_of(other).find("-coverprofile") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(they_are_read_anew_for_each_run_and_a_mistake_ends_no_session) {
  auto& server = start_open();
  settings("arg = [\"-short\"]\n");
  const auto wrong = server.call("run_tests");
  BOOST_TEST(at_path(wrong, "isError").as_bool());
  BOOST_TEST(text_of(wrong).starts_with(
      "run_tests: covey.toml:1: unknown key `arg`: there are language, args, env, "));
  settings("args = [\n  \"-short\",\n  \"-json\",\n]\n");
  BOOST_TEST(text_of(server.call("run_tests")) ==
             "run_tests: `-json` (covey.toml:3) is refused: covey reads this format, "
             "and sets it by itself: leave it out");
  settings("args = [\"-short\"]\n");
  BOOST_TEST(status_of(server.call("run_tests")) == "passed");
  fs::remove(workspace() + "/covey.toml");
  BOOST_TEST(status_of(server.call("run_tests")) == "passed");
}

BOOST_AUTO_TEST_CASE(they_choose_the_language_of_a_workspace_with_several) {
  write_file(workspace() + "/package.json", "{}\n");
  settings("language = \"go\"\n");
  auto& server = start_open();
  BOOST_TEST(status_of(server.call("run_tests")) == "passed");
  settings("language = \"julia\"\n");
  BOOST_TEST(text_of(server.call("run_tests")) ==
             "language \"julia\" not detected in workspace; detected: go, node (covey.toml names it)");
  BOOST_TEST(text_of(server.call("run_tests", {{"language", "rust"}})).find("not detected") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(another_file_may_be_named) {
  settings("arg = 1\n");
  write_file(outside("mine.toml"), "args = [\"-short\"]\n");
  auto& server = start_open("2025-11-25", {"--workspace", workspace(), "--config", outside("mine.toml")});
  const auto run = server.call("run_tests", {{"detail", true}});
  BOOST_TEST(command_of(run).find("-short") != std::string::npos);
  fs::remove(outside("mine.toml"));
  BOOST_TEST(text_of(server.call("run_tests")).find("mine.toml, which --config names, is not there") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(secrets_among_variables_are_masked) {
  use_fake_go("print-env,pass:1");
  settings("[env]\nMY_TOKEN = \"hunter2-of-the-file\"\n");
  auto& server = start_open();
  const auto run =
      server.call("run_tests", {{"output", "raw"}, {"env", {{"OTHER_SECRET", "swordfish-of-the-call"}}}});
  for (const auto* masked : {"MY_TOKEN=‹MY_TOKEN›", "OTHER_SECRET=‹OTHER_SECRET›"})
    BOOST_TEST(text_of(run).find(masked) != std::string::npos, masked << " in " << text_of(run));
}

BOOST_AUTO_TEST_CASE(the_doctor_tells_what_came_from_them_and_what_is_wrong) {
  settings("args = [\"-short\"]\n[env]\nDATABASE_URL = \"x\"\n");
  const auto good = run_covey({"doctor"});
  BOOST_TEST(good.out.find("settings: args `-short`, env DATABASE_URL — covey.toml\n") != std::string::npos,
             good.out);
  settings("[go]\nargs = [\"-run=X\"]\n");
  const auto refused = run_covey({"doctor"});
  BOOST_TEST(refused.out.find("cannot run: `-run=X` (covey.toml:2) is refused: ") != std::string::npos,
             refused.out);
  settings("timeout = true\n");
  const auto wrong = run_covey({"doctor"});
  BOOST_TEST(wrong.exit_code == 1);
  BOOST_TEST(wrong.out.find("cannot run: covey.toml:1: `timeout` must be a number of seconds, got true\n") !=
                 std::string::npos,
             wrong.out);
}

BOOST_AUTO_TEST_CASE(the_schema_of_the_file_is_printed) {
  const auto printed = run_covey({"--describe-config"});
  BOOST_TEST(printed.exit_code == 0);
  const auto schema = json::parse(printed.out).as_object();
  BOOST_TEST(schema.at("additionalProperties") == false);
  const auto& properties = schema.at("properties").as_object();
  for (const auto* key :
       {"language", "args", "env", "timeout", "coverage", "go", "rust", "node", "python", "julia"})
    BOOST_TEST(properties.contains(key), key);
  BOOST_TEST(at_path(schema, "properties.rust.properties.features.type") == "array");
  BOOST_TEST(!at_path(schema, "properties.go.properties").as_object().contains("features"));
}

BOOST_AUTO_TEST_SUITE_END()
