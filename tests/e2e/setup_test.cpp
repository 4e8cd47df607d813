// `covey setup`: the file of each client before and after.
#include "tests/support/fixture.hpp"
#include <boost/json.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

using namespace covey::testing;
namespace fs = std::filesystem;

namespace {

struct setup_fixture : covey_fixture {
  setup_fixture() {
    fs::create_directories(outside("home"));
    set_environment("HOME", outside("home"));
    for (const auto* name :
         {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "COPILOT_HOME"})
      set_environment(name, "");
  }
  std::string home(const std::string& name) const { return outside("home") + "/" + name; }
  program_result setup(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"setup", "-w", workspace()});
    return run_covey(std::move(arguments));
  }
  void expect(const std::vector<std::string>& arguments, int code) const {
    const auto result = setup(arguments);
    BOOST_TEST(result.exit_code == code, result.err);
  }
};

struct client_case {
  const char* name;
  const char* file;   // ~ is the home folder, else it is the workspace's
  const char* entry;  // with COVEY for the binary and HERE for the workspace
};

// The documented shapes.
const client_case all_clients[] = {
    {"claude-code", "~/.claude.json",
     R"({"mcpServers":{"covey":{"type":"stdio","command":"COVEY","args":[]}}})"},
    {"claude-desktop", "~/.config/Claude/claude_desktop_config.json",
     R"({"mcpServers":{"covey":{"command":"COVEY","args":["--workspace","HERE"]}}})"},
    {"vscode", ".vscode/mcp.json",
     R"({"servers":{"covey":{"type":"stdio","command":"COVEY","args":["--workspace","${workspaceFolder}"]}}})"},
    {"cursor", "~/.cursor/mcp.json", R"({"mcpServers":{"covey":{"command":"COVEY","args":[]}}})"},
    {"codex", "~/.codex/config.toml",
     "[mcp_servers.covey]\ncommand = \"COVEY\"\nargs = []\ntool_timeout_sec = 1860\n"},
    {"gemini-cli", "~/.gemini/settings.json",
     R"({"mcpServers":{"covey":{"command":"COVEY","args":[],"timeout":1860000}}})"},
    {"copilot-cli", "~/.copilot/mcp-config.json",
     R"({"mcpServers":{"covey":{"type":"local","command":"COVEY","args":[],"tools":["*"],"timeout":1860000}}})"},
    {"windsurf", "~/.codeium/windsurf/mcp_config.json",
     R"({"mcpServers":{"covey":{"command":"COVEY","args":["--workspace","HERE"]}}})"},
    {"zed", ".zed/settings.json",
     R"({"context_servers":{"covey":{"source":"custom","command":"COVEY","args":["--workspace","HERE"]}}})"},
    {"opencode", "~/.config/opencode/opencode.json",
     R"({"mcp":{"covey":{"type":"local","command":["COVEY"],"enabled":true,"timeout":60000}}})"}};

std::ostream& operator<<(std::ostream& out, const client_case& one) {
  return out << one.name;
}

void replace(std::string& text, std::string_view what, const std::string& by) {
  if (const auto at = text.find(what); at != std::string::npos) text.replace(at, what.size(), by);
}

std::string path_in(const setup_fixture& area, const client_case& one) {
  std::string file = one.file;
  return file.front() == '~' ? area.home(file.substr(2)) : area.workspace() + "/" + file;
}

std::string entry_in(const setup_fixture& area, const client_case& one) {
  std::string entry = one.entry;
  replace(entry, "COVEY", fs::canonical(COVEY_BINARY));
  replace(entry, "HERE", fs::canonical(area.workspace()));
  return entry;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(setup, setup_fixture)

BOOST_DATA_TEST_CASE_F(setup_fixture, an_entry_has_the_documented_shape,
                       boost::unit_test::data::make(all_clients), one) {
  const auto path = path_in(*this, one);
  const auto wanted = entry_in(*this, one);
  const auto printed = setup({one.name});
  BOOST_TEST(!fs::exists(path));
  expect({one.name, "--write"}, 0);
  BOOST_TEST(read_file(path) == printed.out);
  if (path.ends_with(".toml"))
    BOOST_TEST(printed.out == wanted);
  else
    BOOST_TEST(json::parse(printed.out) == json::parse(wanted), printed.out);
  expect({one.name, "--write"}, 0);
  BOOST_TEST(read_file(path) == printed.out);
  expect({one.name, "--remove"}, 0);
  BOOST_TEST(!fs::exists(path));
  BOOST_TEST(!fs::exists(path + ".before-covey"));
}

BOOST_DATA_TEST_CASE_F(setup_fixture, what_a_file_holds_is_kept, boost::unit_test::data::make(all_clients),
                       one) {
  const auto path = path_in(*this, one);
  const std::string before = path.ends_with(".toml")
                                 ? "# mine\nmodel = \"m\" # this\n\n[mcp_servers.other]\ncommand = \"x\"\n"
                                 : "{\n    // mine\n    \"theme\": \"dark\", // this\n    \"n\": 1e3\n}\n";
  fs::create_directories(fs::path{path}.parent_path());
  write_file(path, before);
  ::chmod(path.c_str(), 0600);
  expect({one.name, "--write"}, 0);
  const auto after = read_file(path);
  BOOST_TEST(after != before);
  BOOST_TEST(after.find("// this\n") + after.find("# this\n") != 2 * std::string::npos);
  BOOST_TEST(read_file(path + ".before-covey") == before);
  struct stat about {};
  for (const auto& file : {path, path + ".before-covey"}) {
    BOOST_TEST(::stat(file.c_str(), &about) == 0);
    BOOST_TEST((about.st_mode & 0777) == 0600u);
  }
  expect({one.name, "--write"}, 0);
  BOOST_TEST(read_file(path) == after);
  expect({one.name, "--remove"}, 0);
  BOOST_TEST(read_file(path) == before);
}

BOOST_AUTO_TEST_CASE(what_the_user_added_to_the_entry_stays) {
  write_file(workspace() + "/.mcp.json",
             R"({"mcpServers": {"covey": {"command": "/old/covey", "env": {"PATH": "/x"}}}})");
  expect({"claude-code", "--project", "--write"}, 0);
  const auto entry = json::parse(read_file(workspace() + "/.mcp.json")).at_pointer("/mcpServers/covey");
  BOOST_TEST(entry.at("env") == (json::object{{"PATH", "/x"}}));
  BOOST_TEST(entry.at("command").as_string() == fs::canonical(COVEY_BINARY).string());
}

BOOST_AUTO_TEST_CASE(a_broken_or_closed_file_is_not_touched) {
  write_file(home(".claude.json"), "{\"a\": ");
  const auto result = setup({"claude-code", "--write"});
  BOOST_TEST(result.exit_code == 1);
  BOOST_TEST(
      result.err.find(home(".claude.json") +
                      ": cannot be changed without touching more than covey's entry") != std::string::npos,
      result.err);
  BOOST_TEST(read_file(home(".claude.json")) == "{\"a\": ");
  fs::create_directories(home(".gemini/settings.json"));
  BOOST_TEST(setup({"gemini-cli", "--write"}).err.find("settings.json: Is a directory") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_hook_comes_with_the_entry_and_goes_with_it) {
  const std::string mine =
      "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\"matcher\": \"Edit\", \"hooks\": []} // mine\n    ]\n  }\n}\n";
  fs::create_directories(home(".claude"));
  write_file(home(".claude/settings.json"), mine);
  for (int twice = 0; twice < 2; ++twice) expect({"claude-code", "--write", "--hook"}, 0);
  const auto hooks = read_file(home(".claude/settings.json"));
  BOOST_TEST(hooks.find("// mine") != std::string::npos);
  const auto command = fs::canonical(COVEY_BINARY).string() + " hook claude-code\"";
  BOOST_TEST(hooks.find(command) != std::string::npos);
  BOOST_TEST(hooks.find(command) == hooks.rfind(command));
  expect({"claude-code", "--remove"}, 0);
  BOOST_TEST(read_file(home(".claude/settings.json")) == mine);
  expect({"copilot-cli", "--write", "--hook"}, 0);
  BOOST_TEST(json::parse(read_file(home(".copilot/hooks/covey.json"))).at("version") == 1);
  expect({"copilot-cli", "--remove"}, 0);
  BOOST_TEST(!fs::exists(home(".copilot/hooks/covey.json")));
}

BOOST_AUTO_TEST_CASE(hooks_of_others_in_the_same_group_stay) {
  const std::string mine =
      R"({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"command": "guard"}, {"command": "/x/covey hook claude-code"}]}, {"hooks": [{"command": "mytool hook claude-code"}]}]}})";
  write_file(home(".claude/settings.json"), mine);
  expect({"claude-code", "--write", "--hook"}, 0);
  auto hooks = read_file(home(".claude/settings.json"));
  for (const auto* kept : {"guard", "mytool hook claude-code"})
    BOOST_TEST(hooks.find(kept) != std::string::npos);
  BOOST_TEST(hooks.find("/x/covey") == std::string::npos);
  expect({"claude-code", "--remove"}, 0);
  hooks = read_file(home(".claude/settings.json"));
  for (const auto* kept : {"guard", "mytool hook claude-code"})
    BOOST_TEST(hooks.find(kept) != std::string::npos);
  BOOST_TEST(hooks.find("/covey hook") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_was_there_before_covey_is_kept_once) {
  write_file(home(".gemini/settings.json"), "{\"a\": 1}");
  for (int twice = 0; twice < 2; ++twice) expect({"gemini-cli", "--write", "--hook"}, 0);
  BOOST_TEST(read_file(home(".gemini/settings.json.before-covey")) == "{\"a\": 1}");
  expect({"gemini-cli", "--remove"}, 0);
  BOOST_TEST(read_file(home(".gemini/settings.json")) == "{\"a\": 1}");
  BOOST_TEST(read_file(home(".gemini/settings.json.before-covey")) == "{\"a\": 1}");
}

BOOST_AUTO_TEST_CASE(a_file_with_a_comment_or_behind_a_link_is_not_removed) {
  write_file(workspace() + "/.zed/settings.json",
             "{ \"context_servers\": { // \"db\": mine\n \"covey\": {\"command\": \"/x/covey\"} } }");
  expect({"zed", "--remove"}, 0);
  BOOST_TEST(read_file(workspace() + "/.zed/settings.json").find("// \"db\": mine") != std::string::npos);
  write_file(home(".codex/config.toml"), "[mcp_servers.covey]\ncommand = \"covey\"\n\n# model = \"o3\"\n");
  expect({"codex", "--remove"}, 0);
  BOOST_TEST(read_file(home(".codex/config.toml")) == "# model = \"o3\"\n");
  write_file(outside("dot.json"),
             R"({"mcpServers": {"covey": {"command": "npx", "args": ["-y", "covey-mcp@1"]}}})");
  fs::create_directories(home(".cursor"));
  fs::create_symlink(outside("dot.json"), home(".cursor/mcp.json"));
  expect({"cursor", "--remove"}, 0);
  BOOST_TEST(fs::is_symlink(home(".cursor/mcp.json")));
  BOOST_TEST(read_file(outside("dot.json")) == "{}");
}

// As on a new machine, where dotfiles are linked before they are there.
BOOST_AUTO_TEST_CASE(a_link_whose_target_is_not_there_yet_stays_a_link) {
  fs::create_directories(home(".codex"));
  fs::create_symlink("../dotfiles.toml", home(".codex/config.toml"));
  expect({"codex", "--write"}, 0);
  BOOST_TEST(fs::is_symlink(home(".codex/config.toml")));
  BOOST_TEST(read_file(home("dotfiles.toml")).find("[mcp_servers.covey]") != std::string::npos);
}

// To the byte: line ends, trailing commas, what was empty.
BOOST_AUTO_TEST_CASE(what_covey_put_in_and_took_out_again_leaves_the_file_as_it_was) {
  for (const std::string before :
       {"{\r\n  \"a\": 1,\r\n  \"mcpServers\": {\r\n    \"x\": {\"command\": \"y\"}\r\n  }\r\n}\r\n",
        "{\n  \"mcpServers\": {\n    \"x\": {\"command\": \"y\"}, // mine\n  },\n}\n",
        "{\"mcpServers\": {}}\n", "{}\n"}) {
    write_file(home(".claude.json"), before);
    expect({"claude-code", "--write"}, 0);
    const auto with = read_file(home(".claude.json"));
    BOOST_TEST(std::count(with.begin(), with.end(), '\n') > std::count(before.begin(), before.end(), '\n'));
    BOOST_TEST((std::count(with.begin(), with.end(), '\r') == 0 ||
                std::count(with.begin(), with.end(), '\r') == std::count(with.begin(), with.end(), '\n')));
    expect({"claude-code", "--remove"}, 0);
    BOOST_TEST(read_file(home(".claude.json")) == before);
    fs::remove(home(".claude.json.before-covey"));
  }
  write_file(home(".codex/config.toml"), "[a]\r\nb = 1");
  for (const auto* change : {"--write", "--remove"}) expect({"codex", change}, 0);
  BOOST_TEST(read_file(home(".codex/config.toml")) == "[a]\r\nb = 1");
}

BOOST_AUTO_TEST_CASE(an_entry_of_another_program_is_not_taken_out) {
  const std::string theirs = R"({"mcpServers": {"covey": {"command": "/opt/other", "args": ["covey"]}}})";
  write_file(home(".claude.json"), theirs);
  const std::string hooks =
      R"({"hooks": {"PreToolUse": [{"hooks": [{"command": "/a/covey hook claude-code"}]}, {"hooks": [{"command": "covey hook claude-code"}]}]}, "a": 1})";
  write_file(home(".claude/settings.json"), hooks);
  expect({"claude-code", "--remove"}, 0);
  BOOST_TEST(read_file(home(".claude.json")) == theirs);
  BOOST_TEST(read_file(home(".claude/settings.json")).find("covey") == std::string::npos);  // both of them
}

BOOST_AUTO_TEST_CASE(a_copy_belongs_to_whom_the_file_does) {
  if (::geteuid() != 0) return;  // nobody else can give a file away
  write_file(home(".claude.json"), "{\"a\": 1}");
  BOOST_TEST(::chown(home(".claude.json").c_str(), 65534, 65534) == 0);
  BOOST_TEST(::chmod(home(".claude.json").c_str(), 0600) == 0);
  expect({"claude-code", "--write"}, 0);
  for (const auto* name : {".claude.json", ".claude.json.before-covey"}) {
    struct stat about {};
    BOOST_TEST(::stat(home(name).c_str(), &about) == 0);
    BOOST_TEST(about.st_uid == 65534u);
    BOOST_TEST((about.st_mode & 0777) == 0600u);
  }
}

BOOST_AUTO_TEST_CASE(a_file_that_is_too_large_is_answered_with_the_entry) {
  write_file(home(".claude.json"), "{\"a\": \"" + std::string(std::size_t{9} << 20, 'x') + "\"}");
  const auto result = setup({"claude-code", "--write"});
  BOOST_TEST(result.exit_code == 1);
  BOOST_TEST(result.err.find("larger than the 8 MiB that covey changes; put in by hand:") !=
             std::string::npos);
  BOOST_TEST(result.err.find("\"covey\": {") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_not_there_is_named_with_what_is) {
  BOOST_TEST(setup({"emacs"}).err.find("there is no client emacs; there are claude-code, ") !=
             std::string::npos);
  BOOST_TEST(
      setup({"zed", "--hook"})
          .err.find(
              "zed has no hook that covey knows; those that have: claude-code, codex, gemini-cli, copilot-cli") !=
      std::string::npos);
  BOOST_TEST(setup({"vscode", "--user"}).err.find("try --project") != std::string::npos);
  expect({"emacs"}, 2);
  expect({"zed", "--hook"}, 2);
  set_environment("HOME", "");
  BOOST_TEST(setup({"codex"}).err.find("HOME is not set") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(out_of_a_cache_the_program_is_copied_to_where_it_stays) {
  const auto cache = outside("home/.npm/_npx/1/node_modules/covey-mcp");
  fs::create_directories(cache);
  fs::copy_file(COVEY_BINARY, cache + "/covey");
  auto with = options({"setup", "-w", workspace(), "cursor", "--write"});
  BOOST_TEST(run_program(cache + "/covey", with).exit_code == 0);
  const auto copy = home(".local/share/covey/covey");
  BOOST_TEST(read_file(home(".cursor/mcp.json")).find("\"" + copy + "\"") != std::string::npos);
  BOOST_TEST(run_program(copy, options({"--version"})).exit_code == 0);
}

BOOST_AUTO_TEST_CASE(agents_get_words_and_no_file) {
  const auto result = setup({"agents"});
  BOOST_TEST(result.exit_code == 0);
  BOOST_TEST(result.out.find("`run_failing_tests`") != std::string::npos);
  BOOST_TEST(std::count(result.out.begin(), result.out.end(), '\n') <= 11);
}

BOOST_AUTO_TEST_SUITE_END()
