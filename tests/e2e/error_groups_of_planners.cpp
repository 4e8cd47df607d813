// Projects whose tests cannot be run as they are: each language says what is missing. Where it asks its
// toolchain first, a script answers in its place.
#include "tests/e2e/error_groups.hpp"

namespace covey::testing {
namespace {

using answer = error_call::answer;

const std::string shell = "#!/bin/sh\n";

error_group plan(const std::string& title, const file_map& files, const file_map& programs = {}) {
  return {.title = title, .calls = {{"run_tests"}}, .files = files, .programs = programs};
}

// --- Go

std::string test_file(const std::string& package, const std::string& name) {
  return "package " + package + "\n\nimport \"testing\"\n\nfunc " + name + "(t *testing.T) {}\n";
}

// The fake's package holds fake_test.go alone.
error_group files_outside_of_the_build() {
  return {.title = "Go: files that no package holds",
          .calls = {{"run_testfiles", R"({"files":["tagged_test.go"]})"},
                    {"run_testfiles", R"({"files":["helper_test.go"]})"},
                    {"run_testfiles", R"({"files":["tools/tools_test.go"]})"},
                    {"run_testfiles", R"({"files":["none/none_test.go"]})"},
                    {"run_testblocks", R"({"testset_query":"TestLong"})"}},
          .files = {{"fake_test.go", test_file("fake", "TestLong" + std::string(64u << 10, 'g'))},
                    {"tagged_test.go", test_file("fake", "TestTagged")},
                    {"helper_test.go", "package fake\n\nfunc help() {}\n"},
                    {"tools/go.mod", "module example.com/tools\n"},
                    {"tools/tools_test.go", test_file("tools", "TestTools")},
                    {"none/none_test.go", test_file("none", "TestNone")}},
          .fake_go = "pass:1"};
}

// A toolchain whose only test has this name, written as in JSON, and fails.
std::string go_with_test(const std::string& name) {
  const auto event = [](const std::string& action, const std::string& test) {
    return R"(printf '%s\n' '{"Action":")" + action + R"(","Package":"example.com/fake")" + test + "}'\n";
  };
  const auto test = R"(,"Test":")" + name + "\"";
  return shell + "case \"$1\" in\n" +
         "env) shift; for name; do case $name in GOVERSION) echo go1.26.0;; *) echo;; esac; done;;\n" +
         "list) case \"$*\" in *-export*) ;; *)\n" +
         R"(printf 'example.com/fake\t%s\tfake.go//fake_test.go/\t1\t0\n' "$PWD";; esac;;)" + "\ntest)\n" +
         event("start", "") + event("run", test) + event("fail", test) + event("fail", "") +
         "exit 1;;\nesac\n";
}

error_group rerun_by_name(const std::string& title, const std::string& name) {
  auto out = plan(title, {{"go.mod", "module example.com/fake\n"}, {"fake.go", "package fake\n"}},
                  {{"go", go_with_test(name)}});
  out.calls = {{"run_tests", "{}", answer::result}, {"run_failing_tests"}};
  return out;
}

std::vector<error_group> groups_of_go() {
  return {plan("Go: no toolchain", {{"go.mod", "module example.com/m\n"}}), files_outside_of_the_build(),
          rerun_by_name("Go: a failed test with a line end in its name", R"(TestA/x\ny)"),
          rerun_by_name("Go: a failed test with a long name", "Test" + std::string(64u << 10, 'g'))};
}

// --- Rust, Python, Julia

std::vector<error_group> groups_of_others() {
  const file_map crate{{"Cargo.toml", "[package]\nname = \"m\"\n"}};
  const file_map pytest{{"pytest.ini", "[pytest]\n"}};
  const auto not_installed = shell + "echo \"error: toolchain '1.50' is not installed\" >&2\nexit 1\n";
  return {plan("Rust: no rustc", crate),
          plan("Rust: a toolchain that is not installed", crate, {{"rustc", not_installed}}),
          plan("Rust: a rustc that fails otherwise", crate, {{"rustc", shell + "echo broken >&2\nexit 3\n"}}),
          plan("Rust: no cargo", crate, {{"rustc", shell + "echo rustc 1.80.0\n"}}),
          plan("Python: no interpreter", pytest),
          plan("Python: an old interpreter", pytest,
               {{"python3", shell + "echo '{\"covey\":1,\"version\":[3,5,2]}'\n"}}),
          plan("Julia: no toolchain",
               {{"Project.toml", "name = \"M\"\n"}, {"test/runtests.jl", "using Test\n"}})};
}

// --- Node

std::string script(const std::string& line) {
  return R"({"scripts":{"test":")" + line + "\"}}\n";
}

// A node that knows the runner of the folder that it is asked in, and runs nothing.
std::string node_with(const std::string& runner, const std::string& version) {
  const auto installed =
      runner.empty() ? "" : "\"" + runner + R"(":{"entry":"run.js","version":")" + version + "\"}";
  return shell + "case \"$1\" in -e) ;; *) exit 1;; esac\n" +
         R"(printf '{"node":"20.0.0","folders":{"%s":{"runners":{)" + installed + R"(}}}}\n' "$PWD")" + "\n";
}

error_group node_plan(const std::string& title, const std::string& package, const std::string& runner = "",
                      const std::string& version = "") {
  return plan("Node: " + title, {{"package.json", package}}, {{"node", node_with(runner, version)}});
}

std::vector<error_group> groups_of_node_toolchains() {
  auto yarn = node_plan("no yarn, of a project without node_modules", script("jest"));
  yarn.files[".pnp.cjs"] = "";
  auto pnpm = node_plan("a dependency that is not installed", R"({"devDependencies":{"vitest":"1"}})");
  pnpm.files["pnpm-lock.yaml"] = "";
  return {plan("Node: no node", {{"package.json", script("jest")}}),
          plan("Node: a node that does not answer", {{"package.json", script("jest")}},
               {{"node", shell + "echo 'bad option: --x' >&2\nexit 9\n"}}),
          yarn,
          node_plan("no bun", script("bun test")),
          node_plan("no deno", script("deno test")),
          node_plan("no npm, for a script of the project's own", script("./check.sh")),
          node_plan("a runner that is not installed", script("jest")),
          pnpm,
          node_plan("an old jest", script("jest"), "jest", "26.6.3"),
          node_plan("an old vitest", script("vitest"), "vitest", "0.34.6"),
          node_plan("an old ava", script("ava"), "ava", "3.15.0")};
}

std::string many_scripts(int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += (i == 0 ? "\"s" : ",\"s") + std::to_string(i) + R"(":"x")";
  return "{\"scripts\":{" + out + "}}\n";
}

std::string many_commands(int count) {
  std::string out = "jest a";
  for (int i = 1; i < count; ++i) out += " && jest a";
  return out;
}

std::vector<error_group> groups_of_package_files() {
  const auto large = R"({"name":")" + std::string(1u << 20, 'x') + "\"}";
  return {node_plan("a package.json that is no JSON", "{\"name\":\n"),
          node_plan("a package.json that is no object", "[]\n"),
          node_plan("a package.json of more than a MiB", large),
          node_plan("a package.json of 2001 scripts", many_scripts(2001)),
          node_plan("a script of 1001 commands", script(many_commands(1001)))};
}

// What a project says of its tests that covey cannot follow.
std::vector<error_group> groups_of_scripts() {
  const std::string by_file = R"({"query":"a.test"})";
  auto none = node_plan("no script and no runner", "{}\n");
  none.calls.push_back({"run_testfiles", by_file});
  auto unread = node_plan("a runner that covey does not read", script("karma start"));
  unread.calls = {{"run_testfiles", by_file}};
  auto own = node_plan("a script that names no runner", script("./check.sh"));
  own.calls = {{"run_testfiles", by_file}};
  for (auto* group : {&none, &unread, &own}) group->files["a.test.js"] = "test('a', () => {});\n";
  auto changed = node_plan("a rerun after the script has changed", script("jest"), "jest", "29.7.0");
  changed.calls = {{"run_tests", "{}", answer::result},
                   {"run_failing_tests", "{}", answer::error, {{"package.json", script("./check.sh")}}}};
  return {none, unread, own, changed,
          node_plan("a script without tests", script("eslint . && prettier --write ."))};
}

std::vector<error_group> groups_of_workspaces() {
  const std::string by_file = R"({"query":"other"})";
  auto outside = node_plan("a file that is of no package", R"({"workspaces":["p/*"]})", "jest", "29.7.0");
  outside.calls = {{"run_testfiles", by_file}};
  outside.files["other.test.js"] = "test('a', () => {});\n";
  outside.files["p/a/package.json"] = script("jest");
  auto packages = outside;
  packages.title = "Node: more packages than covey reads";
  for (int i = 1000; i < 1402; ++i)
    packages.files["p/" + std::to_string(i) + "/package.json"] = script("jest");
  auto commands = node_plan("more commands than covey runs", R"({"workspaces":["p/*"]})");
  for (const auto* name : {"a", "b", "c"})
    commands.files["p/" + std::string{name} + "/package.json"] = script(many_commands(900));
  return {outside, packages, commands};
}

}  // namespace

std::vector<error_group> groups_of_planners() {
  std::vector<error_group> out;
  for (auto* some : {groups_of_go, groups_of_others, groups_of_node_toolchains, groups_of_package_files,
                     groups_of_scripts, groups_of_workspaces}) {
    auto groups = some();
    out.insert(out.end(), groups.begin(), groups.end());
  }
  return out;
}

}  // namespace covey::testing
