#include "tests/support/fixture.hpp"
#include "tests/support/skip.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <unistd.h>

namespace covey::testing {
namespace {

namespace fs = std::filesystem;

std::string path_variable() {
  const char* path = std::getenv("PATH");
  return path != nullptr ? path : "/usr/bin:/bin";
}

bool is_on_path(std::string_view program) {
  std::istringstream folders{path_variable()};
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((folder + "/" + std::string{program}).c_str(), X_OK) == 0) return true;
  return false;
}

}  // namespace

covey_fixture::covey_fixture()
    : workspace_(area_ / "workspace"),
      temp_(area_ / "temp"),
      programs_(area_ / "programs"),
      marker_(fs::path{area_.path()}.filename().string()) {
  for (const auto& folder : {workspace_, temp_, programs_}) fs::create_directory(folder);
  environment_ = {{"TMPDIR", temp_},
                  {"COVEY_TEST", marker_},
                  {"GOTOOLCHAIN", "local"},
                  {"GOPROXY", "off"},
                  {"CLAUDE_PROJECT_DIR", ""},
                  {"WORKSPACE_FOLDER_PATHS", ""},
                  {"COVEY_CACHE_DIR", area_ / "cache"}};
}

void covey_fixture::use_fake_go(std::string_view behaviour) {
  const auto script = area_ / "behaviour";
  write_file(script, behaviour);
  environment_["FAKE_RUNNER"] = "@" + script;
  if (environment_.count("PATH") != 0) return;
  fs::create_symlink(FAKE_RUNNER_BINARY, programs_ + "/go");
  environment_["PATH"] = programs_ + ":" + path_variable();
  write_files(workspace_,
              {{"go.mod", "module example.com/fake\n\ngo 1.19\n"}, {"fake.go", "package fake\n"}});
}

process_options covey_fixture::options(std::vector<std::string> arguments) const {
  return {std::move(arguments), workspace_, environment_, {}};
}

// Answers wait for the end of a run, however slow the machine is, unless a test says otherwise.
session& covey_fixture::start(std::vector<std::string> arguments) {
  const std::string option = "--reply-within";
  if (std::find(arguments.begin(), arguments.end(), option) == arguments.end())
    arguments.insert(arguments.end(), {option, "1800"});
  return sessions_.emplace_back(options(std::move(arguments)));
}

session& covey_fixture::start_open(std::string_view revision, std::vector<std::string> arguments) {
  auto& server = start(std::move(arguments));
  server.open(revision);
  return server;
}

program_result covey_fixture::run_covey(std::vector<std::string> arguments, std::string input) const {
  auto with = options(std::move(arguments));
  with.input = std::move(input);
  return run_program(COVEY_BINARY, with);
}

std::vector<pid_t> covey_fixture::processes() const {
  return processes_with("COVEY_TEST=" + marker_);
}

void covey_fixture::forget(session& ended) {
  forgotten_.push_back(&ended);
}

void covey_fixture::expect_nothing_left(milliseconds within) const {
  const bool all_gone = eventually([this] { return processes().empty(); }, within);
  BOOST_CHECK_MESSAGE(all_gone, "still alive: " << describe(processes()));
  const bool clean = eventually([this] { return entries_of(temp_).empty(); }, within);
  BOOST_CHECK_MESSAGE(clean, "left in the temp directory: " << entries_of(temp_).front());
}

void covey_fixture::teardown() {
  for (auto& server : sessions_)
    if (std::find(forgotten_.begin(), forgotten_.end(), &server) == forgotten_.end())
      server.expect_clean_end();
  // A guard takes a moment to end after its server has; longer means that something is left.
  expect_nothing_left();
}

void go_fixture::write_module(file_map files) {
  files.emplace("go.mod", "module example.com/m\n\ngo 1.19\n");
  write_files(workspace(), files);
}

namespace {

boost::test_tools::assertion_result unless_skipped(bool there, std::string_view reason) {
  boost::test_tools::assertion_result result{there};
  if (!there) {
    skip(reason);
    result.message() << reason;
  }
  return result;
}

// "go version go1.19.8 linux/amd64" -> 19; 0 without a toolchain.
int go_minor_version() {
  if (!is_on_path("go")) return 0;
  std::unique_ptr<FILE, int (*)(FILE*)> said{::popen("go version", "r"), ::pclose};
  char line[256] = {};
  if (!said || std::fgets(line, sizeof line, said.get()) == nullptr) return 0;
  const char* version = std::strstr(line, "go1.");
  return version == nullptr ? 0 : std::atoi(version + 4);
}

}  // namespace

boost::test_tools::assertion_result has_go(boost::unit_test::test_unit_id) {
  return unless_skipped(is_on_path("go"), "there is no Go toolchain on PATH");
}

boost::test_tools::assertion_result has_go_that_covers_across_packages(boost::unit_test::test_unit_id) {
  return unless_skipped(go_covers_across_packages(),
                        "this Go is older than 1.20: covey measures each package by its own tests there");
}

bool go_covers_across_packages() {
  return go_minor_version() >= 20;
}

}  // namespace covey::testing
