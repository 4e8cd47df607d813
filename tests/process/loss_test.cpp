// The guard dies, the server dies.
#include "process/scratch.hpp"
#include "process/family.hpp"
#include "tests/process/run_command.hpp"
#include "tests/support/processes.hpp"
#include <boost/test/unit_test.hpp>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace covey::testing;
using namespace std::chrono_literals;
using ending_kind = covey::parsers::run_ending::kind_type;

namespace {

const std::string run_name = "loss-test-" + std::to_string(::getpid());
const std::string marker = "COVEY_RUN=" + run_name;

// A temp directory that is the system's as long as this lives.
class own_temp_directory {
 public:
  own_temp_directory() { ::setenv("TMPDIR", folder_.path().c_str(), 1); }
  ~own_temp_directory() { ::unsetenv("TMPDIR"); }
  std::string operator/(std::string_view name) const { return folder_ / name; }
  std::vector<std::string> entries() const { return entries_of(folder_.path()); }

 private:
  temp_dir folder_;
};

// Plays the server: starts the command and never comes back.
[[noreturn]] void be_the_server(const std::string& behaviours) {
  const auto scratch = covey::process::scratch::make();
  command run{behaving(behaviours)};
  run.request.set_env = {{"COVEY_RUN", run_name}};
  run.request.scratch = scratch ? scratch->path() : "";
  run.start();
  for (;;) run.context().run_one();
}

void expect_gone_after_death_of_server(const std::string& behaviours, std::size_t processes) {
  const own_temp_directory folder;
  const auto ready = folder / "ready";
  const pid_t server = ::fork();
  if (server == 0) be_the_server(behaviours + ",touch:" + ready + ",hang");
  BOOST_TEST(eventually([&] { return !read_file(ready).empty(); }, 10s));
  BOOST_TEST(
      eventually([&] { return processes_with(marker).size() == processes + 1; }, 5s));  // and the guard
  ::kill(server, SIGKILL);
  const auto killed = clock::now();
  ::waitpid(server, nullptr, 0);
  const bool gone = eventually([] { return processes_with(marker).empty(); }, 5s);
  BOOST_CHECK_MESSAGE(gone, "still alive: " << describe(processes_with(marker)));
  BOOST_TEST_MESSAGE("all gone " << since(killed).count() << " ms after the server");
  BOOST_TEST(eventually([&] { return folder.entries() == std::vector<std::string>{"ready"}; }, 5s));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(loss)

BOOST_AUTO_TEST_CASE(a_killed_server_takes_its_command_and_the_scratch_folder_along) {
  expect_gone_after_death_of_server("pass:1", 1);
}

BOOST_AUTO_TEST_CASE(a_killed_server_takes_children_daemons_and_ignorers_of_sigterm_along) {
  expect_gone_after_death_of_server("ignore-term,spawn:2,daemonise", 4);
}

BOOST_AUTO_TEST_CASE(a_killed_guard_is_a_lost_run_and_what_it_watched_over_is_swept_away) {
  covey::process::become_subreaper();
  command run{behaving("ignore-term,spawn:2,daemonise,say:ready,hang")};
  run.request.set_env = {{"COVEY_RUN", run_name}};
  run.start();
  run.until([&] { return run.so_far().out == "ready\n"; });
  BOOST_TEST(processes_with(marker).size() == 5u);
  const auto guard = children_of(::getpid());
  BOOST_REQUIRE(guard.size() == 1u);
  ::kill(guard.front(), SIGKILL);
  const auto result = run.finish();
  BOOST_TEST((result.ending.kind == ending_kind::lost));
  const bool gone = eventually([] { return processes_with(marker).empty(); }, 5s);
  BOOST_CHECK_MESSAGE(gone, "still alive: " << describe(processes_with(marker)));
  BOOST_TEST(children_of(::getpid()).empty(), describe(children_of(::getpid())));
}

BOOST_AUTO_TEST_CASE(a_scratch_folder_of_a_dead_server_is_removed_by_the_next_and_a_live_ones_is_not) {
  const own_temp_directory folder;
  const auto mine = covey::process::scratch::make();
  BOOST_REQUIRE(mine);
  const pid_t other = ::fork();
  if (other == 0) {
    const auto abandoned = covey::process::scratch::make();
    ::_exit(abandoned ? 0 : 1);  // without its destructor
  }
  ::waitpid(other, nullptr, 0);
  BOOST_TEST(folder.entries().size() == 2u);
  const auto next = covey::process::scratch::make();
  BOOST_REQUIRE(next);
  const auto left = folder.entries();
  BOOST_TEST(left.size() == 2u);
  BOOST_CHECK(folder / left[0] == mine->path() || folder / left[1] == mine->path());
  BOOST_CHECK(folder / left[0] == next->path() || folder / left[1] == next->path());
}

BOOST_AUTO_TEST_CASE(scratch_folders_that_several_servers_make_at_once_are_not_taken_away) {
  const own_temp_directory folder;
  std::atomic<int> lost{0};
  std::vector<std::thread> servers;
  for (int i = 0; i < 4; ++i)
    servers.emplace_back([&lost] {
      for (int round = 0; round < 400; ++round) {
        const auto made = covey::process::scratch::make();
        if (!made || ::access(made->path().c_str(), W_OK) != 0) ++lost;
      }
    });
  for (auto& server : servers) server.join();
  BOOST_TEST(lost == 0);
}

BOOST_AUTO_TEST_CASE(a_temp_directory_that_no_search_path_can_name_holds_no_scratch_folder) {
  const temp_dir folder;
  const auto name = folder / "a:b";
  std::filesystem::create_directory(name);
  ::setenv("TMPDIR", name.c_str(), 1);
  const auto made = covey::process::scratch::make();
  ::unsetenv("TMPDIR");
  BOOST_REQUIRE(made);
  BOOST_TEST(made->path().find(':') == std::string::npos, made->path());
}

BOOST_AUTO_TEST_SUITE_END()
