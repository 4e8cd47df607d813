// `covey hook`: what clients are answered before they give a command to their shell.
#include "tests/support/fixture.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>

using namespace covey::testing;
namespace fs = std::filesystem;

namespace {

struct hook_fixture : covey_fixture {
  hook_fixture() {
    use_fake_go("pass:1");
    set_environment("CLAUDE_PROJECT_DIR", "");
    write_file(workspace() + "/cart/cart_test.go",
               "package cart\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n}\n");
    write_file(workspace() + "/own_test.go", "package own\n");
  }

  std::string ask(const std::string& client, const json::object& question) const {
    const auto result = run_covey({"hook", client}, json::serialize(question));
    BOOST_TEST(result.exit_code == 0, result.err);
    return result.out;
  }
  // What the model is told; "" if the shell may run it.
  std::string reason(const std::string& line, const std::string& folder = {}) const {
    const auto said = ask("claude-code", {{"tool_name", "Bash"},
                                          {"tool_input", {{"command", line}}},
                                          {"cwd", folder.empty() ? workspace() : folder}});
    return said.empty() ? ""
                        : std::string{json::parse(said)
                                          .at_pointer("/hookSpecificOutput/permissionDecisionReason")
                                          .as_string()};
  }
  // The calls in it.
  std::string calls(const std::string& line, const std::string& folder = {}) const {
    const auto text = reason(line, folder);
    const std::string before = "Call its tool ";
    const auto at = text.find(before);
    return at == std::string::npos
               ? text
               : text.substr(at + before.size(), text.find(". ", at) - at - before.size());
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(hook, hook_fixture)

BOOST_AUTO_TEST_CASE(a_run_of_tests_is_answered_by_the_call_to_make) {
  const std::pair<const char*, const char*> cases[] = {
      {"go test ./...", "run_tests {}"},
      {"go test -v -run '^TestA$' ./cart 2>&1 | tail -20",
       R"(run_testblocks {"labels":["TestA"],"file_query":"^cart/"})"},
      {"cd cart && timeout 60 go test .", R"(run_testfiles {"timeout":60,"query":"^cart/"})"},
      {"TERM=dumb bash -lc 'go test -run TestA ./...'", R"(run_testblocks {"testset_query":"'TestA"})"},
      {"go test .", R"(run_testfiles {"query":"!/"})"},
      {"timeout 2m go test -timeout=30s ./...", R"(run_tests {"timeout":120})"},
      {"go test -timeout 30s ./...", "run_tests {}"},  // of each package, without its build
      {"set -euo pipefail; go test ./...", "run_tests {}"},
      {"go test ./cart && go test ./...", R"(run_testfiles {"query":"^cart/"}, then run_tests {})"},
  };
  for (const auto& [line, wanted] : cases) BOOST_TEST_CONTEXT(line) BOOST_TEST(calls(line) == wanted);
  BOOST_TEST(
      reason("go test ./... && echo done").find("The other commands of the line have not run either.") !=
      std::string::npos);
  BOOST_TEST(reason("go test ./... && git push").empty());
  BOOST_TEST(reason("go test ./...").find("COVEY_HOOK=0 before the line") != std::string::npos);
}

// A runner finds a part of a name in more than covey's labels: in made names, in files. Whole files would be another run.
BOOST_AUTO_TEST_CASE(a_part_of_a_name_is_for_the_shell_where_labels_may_lack_it) {
  write_file(workspace() + "/cart/made_test.go",
             "package cart\n\nimport \"testing\"\n\nvar names = []string{\"TestSum\"}\n");
  write_file(workspace() + "/cart/sum_test.go",
             "package cart\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n  t.Log(\"TestSum\")\n}\n");
  BOOST_TEST(calls("go test -run TestSum ./...") == "");
  fs::remove(workspace() + "/cart/made_test.go");
  BOOST_TEST(calls("go test -run TestSum ./...") == R"(run_testblocks {"testset_query":"'TestSum"})");
  BOOST_TEST(calls("go test -run Sum ./...") == "");  // its file's own name has it
  BOOST_TEST(calls("go test -run TestSum/one ./...") == "");
}

// Nobody has agreed yet to run what a repository holds.
BOOST_AUTO_TEST_CASE(a_look_runs_nothing_of_the_repository) {
  const auto own = workspace() + "/bin", mark = outside("ran");
  write_file(own + "/go", "#!/bin/sh\ntouch " + mark + "\n");
  fs::permissions(own + "/go", fs::perms::owner_all);
  write_file(workspace() + "/covey.toml", "[env]\nPATH = \"" + own + "\"\n");
  BOOST_TEST(reason("go test ./...") == "");
  BOOST_TEST(run_covey({"doctor"}).out.find("are set once tests run, not here") != std::string::npos);
  BOOST_TEST(!fs::exists(mark));
  fs::remove(workspace() + "/covey.toml");
  set_environment("PATH", own + ":/usr/bin:/bin");
  fs::create_directories(workspace() + "/sub");
  write_file(workspace() + "/sub/go.mod", "module example.com/sub\n");
  fs::create_directory(workspace() + "/.git");
  for (const auto& folder : {workspace(), workspace() + "/sub"})
    BOOST_TEST(reason("go test ./...", folder) == "");
  const auto doctor = run_covey({"doctor"});
  BOOST_TEST(
      doctor.out.find("known once its tests run: go is a program of this repository") != std::string::npos,
      doctor.out);
  BOOST_TEST(run_covey({"doctor", "-w", workspace() + "/sub"}).exit_code == 1);
}

BOOST_AUTO_TEST_CASE(the_runs_of_a_line_are_looked_at_together) {
  const auto counted = outside("counted"), count = outside("count");
  fs::create_directories(counted);
  write_file(counted + "/go", "#!/bin/sh\necho >> " + count + "\nexec " + programs() + "/go \"$@\"\n");
  fs::permissions(counted + "/go", fs::perms::owner_all);
  set_environment("PATH", counted + ":/usr/bin:/bin");
  BOOST_TEST(calls("go test ./...") == "run_tests {}");
  const auto once = read_file(count).size();
  BOOST_TEST(once > 0u);
  std::string line = "go test ./...";
  for (int i = 1; i < 40; ++i) line += " && go test ./...";
  BOOST_TEST(calls(line) == "run_tests {}");
  BOOST_TEST(read_file(count).size() == 2 * once);
}

BOOST_AUTO_TEST_CASE(tests_that_covey_does_not_list_are_for_the_shell) {
  for (const auto* line : {"go test -run TestGone ./...", "go test -run '^TestGone$' ./cart",
                           "go test ./gone", "go test ./cart ./gone"})
    BOOST_TEST_CONTEXT(line) BOOST_TEST(calls(line) == "");
}

BOOST_AUTO_TEST_CASE(everything_else_is_for_the_shell) {
  for (const auto* line : {"ls",
                           "git commit -m 'go test ./...'",
                           "echo go test",
                           "COVEY_HOOK=0 go test ./...",
                           "GOFLAGS=-race go test ./...",
                           "go test -race ./...",
                           "for i in 1 2; do go test ./...; done",
                           "cat <<EOF\ngo test ./...\nEOF",
                           "go test ./... &",
                           "go test $(go list ./...)",
                           "covey call run_tests",
                           "cd $X && go test ./...",
                           "command -v go test ./...",
                           "COVEY_HOOK=0 cd cart && go test ./...",
                           "export GOFLAGS=-race; go test ./...",
                           ". ./env && go test ./...",
                           "X=1; go test ./...",
                           "(cd cart && go test .); go test ./...",
                           "pushd cart && go test .",
                           "cd - && go test .",
                           "go test -json ./... > out.json",
                           "go test ./... | tee log",
                           "(go test ./...) > log",
                           "go test ./... || true",
                           "go test ./...; echo done",
                           "go test ./cart; go test ./...",
                           "git stash && go test ./...",
                           "source gone/bin/activate && go test ./...",
                           "go test ./{cart,price}/...",
                           "env -i go test ./...",
                           "pytest",
                           ""})
    BOOST_TEST_CONTEXT(line) BOOST_TEST(reason(line) == "");
  BOOST_TEST(reason("go test ./...", temp()) == "");  // no project
  BOOST_TEST(reason("CI=1 go test ./...") == "");     // tests may ask for it
  BOOST_TEST(reason("cd nowhere && go test ./...") == "");
  set_environment("COVEY_HOOK", "0");
  BOOST_TEST(reason("go test ./...") == "");
}

BOOST_AUTO_TEST_CASE(what_covey_cannot_run_is_for_the_shell) {
  fs::remove(programs() + "/go");
  set_environment("PATH", programs());
  BOOST_TEST(reason("go test ./...") == "");
}

// Of another runner's script covey has no more than the shell.
BOOST_AUTO_TEST_CASE(a_script_whose_tests_covey_does_not_read_is_for_the_shell) {
  for (const auto* script : {"tap", "tap && ./check.sh", "make check"}) {
    write_file(workspace() + "/js/package.json",
               json::serialize(json::object{{"scripts", {{"test", script}}}}));
    for (const auto* line : {"npm test", "npm test -- test/a.js", "npm t -- --grep x"})
      BOOST_TEST_CONTEXT(script << ": " << line) BOOST_TEST(calls(line, workspace() + "/js") == "");
  }
  if (run_covey({"doctor"}).out.find("node not found") != std::string::npos) return;
  write_file(workspace() + "/js/package.json", R"({"scripts": {"test": "node --test"}})");
  BOOST_TEST(calls("npm test", workspace() + "/js").ends_with("run_tests {}"));
  for (const auto* script :
       {"eslint . && node --test", "tsc --noEmit && node --test", "node --test && prettier --write ."}) {
    write_file(workspace() + "/js/package.json",
               json::serialize(json::object{{"scripts", {{"test", script}}}}));
    BOOST_TEST_CONTEXT(script) BOOST_TEST(calls("npm test", workspace() + "/js") == "");
  }
}

BOOST_AUTO_TEST_CASE(a_project_that_is_not_the_workspace_is_moved_to_first) {
  write_file(workspace() + "/tools/go.mod", "module example.com/tools\n");
  const auto to = [](const std::string& folder) {
    return R"(activate_package {"pkg_dir":")" + folder + R"("}, then )";
  };
  const auto there = to(workspace() + "/tools") + "run_tests {}";
  BOOST_TEST(calls("cd tools && go test ./...") == there);
  BOOST_TEST(calls("cd tools && go test ./... && cd .. && go test ./...") ==
             there + ", then " + to(workspace()) + "run_tests {}");
  BOOST_TEST(reason("go test ./...").find("first back to " + workspace()) != std::string::npos);
  set_environment("CLAUDE_PROJECT_DIR", workspace());
  BOOST_TEST(calls("go test ./...", workspace() + "/tools") == there);
}

BOOST_AUTO_TEST_CASE(each_client_is_answered_in_its_own_form) {
  const json::object input{{"command", "go test ./..."}};
  const auto tool = [&](const char* name) {
    return json::object{{"tool_name", name}, {"tool_input", input}, {"cwd", workspace()}};
  };
  BOOST_TEST(json::parse(ask("codex", tool("Bash"))).at_pointer("/hookSpecificOutput/permissionDecision") ==
             "deny");
  BOOST_TEST(json::parse(ask("gemini-cli", tool("run_shell_command"))).at("decision") == "deny");
  const json::object copilot{
      {"toolName", "bash"}, {"toolArgs", json::serialize(input)}, {"cwd", workspace()}};
  BOOST_TEST(json::parse(ask("copilot-cli", copilot)).at("permissionDecision") == "deny");
}

BOOST_AUTO_TEST_CASE(a_question_that_cannot_be_read_is_in_nobodys_way) {
  for (const auto* question : {"", "{", "[]", "{\"tool_input\": 1}", "{\"tool_input\": {\"command\": 1}}"})
    BOOST_TEST_CONTEXT(question) {
      const auto result = run_covey({"hook", "claude-code"}, question);
      BOOST_TEST(result.exit_code == 0);
      BOOST_TEST(result.out == "");
    }
  for (const auto& wrong : {std::vector<std::string>{"hook", "zed"},
                            {"hook"},
                            {"hook", "codex", "--loud"},
                            {"hook", "codex", "-w", "/gone"}})
    BOOST_TEST(run_covey(wrong).exit_code == 1);  // 2 would deny the command
}

BOOST_AUTO_TEST_SUITE_END()
