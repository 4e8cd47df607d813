// What the doctor says: of what is here, of what is missing with the command that mends it, and of clients.
#include "tests/support/fixture.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>

using namespace covey::testing;
namespace fs = std::filesystem;

namespace {

struct doctor_fixture : covey_fixture {
  doctor_fixture() {
    set_environment("HOME", outside("home"));
    for (const auto* name : {"XDG_CONFIG_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "COPILOT_HOME"})
      set_environment(name, "");
  }
  json::object examine(int code) const {
    const auto result = run_covey({"doctor", "--json"});
    BOOST_TEST(result.exit_code == code, result.out + result.err);
    return json::parse(result.out).as_object();
  }
  static json::object named(const json::value& list, const char* member, const char* name) {
    for (const auto& one : list.as_array())
      if (one.at(member) == name) return one.as_object();
    return {};
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(doctor, doctor_fixture)

BOOST_AUTO_TEST_CASE(a_project_that_can_be_run_is_ready) {
  use_fake_go("pass:1");
  const auto found = examine(0);
  BOOST_TEST(found.at("ready") == true);
  BOOST_TEST(found.at("call") == "covey call run_tests");
  const auto go = named(found.at("languages"), "language", "go");
  BOOST_TEST(go.at("project_file") == "go.mod");
  BOOST_TEST(go.at("program").as_string() == programs() + "/go");
  BOOST_TEST(go.at("decisions").as_array().size() > 0u);
}

BOOST_AUTO_TEST_CASE(what_is_missing_comes_with_the_command_that_mends_it) {
  write_file(workspace() + "/go.mod", "module example.com/m\n");
  fs::create_directories(programs());
  set_environment("PATH", programs());
  const auto found = examine(1);
  BOOST_TEST(found.at("ready") == false);
  const auto go = named(found.at("languages"), "language", "go");
  BOOST_TEST(go.at("cannot_run") == "go: not found on PATH");
  BOOST_TEST(std::string{go.at("mend").as_string()}.ends_with("apt-get install golang-go"));
  BOOST_TEST(go.at("install") == go.at("mend"));
  const auto text = run_covey({"doctor"});
  BOOST_TEST(text.out.find("apt-get install golang-go") != std::string::npos, text.out);
}

BOOST_AUTO_TEST_CASE(packages_that_are_not_installed_come_with_their_command) {
  write_file(workspace() + "/package.json",
             R"({"scripts": {"test": "jest"}, "packageManager": "pnpm@9.0.0"})");
  const auto node = named(examine(1).at("languages"), "language", "node");
  if (!node.contains("program")) return;  // without node there is another lack
  BOOST_TEST(node.at("mend") == "pnpm install");
}

BOOST_AUTO_TEST_CASE(of_several_projects_the_call_names_one) {
  use_fake_go("pass:1");
  write_file(workspace() + "/Cargo.toml", "[package]\nname = \"m\"\n");
  BOOST_TEST(examine(0).at("call") == R"(covey call run_tests '{"language":"go"}')");
}

BOOST_AUTO_TEST_CASE(clients_are_listed_with_what_is_wrong_with_them) {
  write_file(outside("home/.cursor/mcp.json"), R"({"mcpServers": {"covey": {"command": "/gone/covey"}}})");
  for (const auto* client : {"codex", "claude-code"})
    BOOST_TEST(run_covey({"setup", client, "--write", "--hook"}).exit_code == 0);
  auto clients = examine(1).at("clients");
  BOOST_TEST(clients.as_array().size() == 3u);
  const auto cursor = named(clients, "client", "cursor");
  BOOST_TEST(cursor.at("problem") == "there is no such program");
  BOOST_TEST(cursor.at("mend") == "covey setup cursor --write --user");
  BOOST_TEST(!named(clients, "client", "claude-code").contains("hook_untrusted"));
  BOOST_TEST(named(clients, "client", "claude-code").contains("hook_file"));
  BOOST_TEST(named(clients, "client", "codex").contains("hook_untrusted"));

  const auto settings = outside("home/.codex/config.toml");
  write_file(settings, read_file(settings) + "\n[hooks.state.\"" + outside("home/.codex/hooks.json") +
                           ":pre_tool_use:0:0\"]\ntrusted_hash = \"x\"\n");
  clients = examine(1).at("clients");
  BOOST_TEST(!named(clients, "client", "codex").contains("hook_untrusted"));
}

BOOST_AUTO_TEST_SUITE_END()
