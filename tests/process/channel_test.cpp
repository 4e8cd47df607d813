// The private channel of a runner: a FIFO beside its output.
#include "tests/process/run_command.hpp"
#include <boost/test/unit_test.hpp>
#include <sys/stat.h>

using namespace covey::testing;
using namespace std::chrono_literals;
using ending_kind = covey::parsers::run_ending::kind_type;

namespace {

struct fifo_command {
  temp_dir folder;
  std::string path = folder / "events";
  command shell;

  explicit fifo_command(const std::string& script, covey::process::child_limits limits = {})
      : shell({"/bin/sh", "-c", script}, limits) {
    BOOST_REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    shell.request.events = path;
    shell.request.set_env.emplace_back("F", path);
  }
};

BOOST_AUTO_TEST_SUITE(channel)

BOOST_AUTO_TEST_CASE(writers_may_come_and_go) {
  fifo_command two{"echo one > \"$F\"; echo out; echo two >> \"$F\""};
  const auto result = two.shell.finish();
  BOOST_TEST(result.events == "one\ntwo\n");
  BOOST_TEST(result.out == "out\n");
}

BOOST_AUTO_TEST_CASE(what_was_written_last_is_read_after_the_end) {
  fifo_command full{"head -c 60000 /dev/zero > \"$F\""};
  BOOST_TEST(full.shell.finish().events.size() == 60000u);
}

BOOST_AUTO_TEST_CASE(more_than_the_pipe_holds_comes_through) {
  fifo_command much{"head -c 8000000 /dev/zero > \"$F\""};
  BOOST_TEST(much.shell.finish().events.size() == 8000000u);
}

BOOST_AUTO_TEST_CASE(the_window_holds_for_it_too) {
  covey::process::child_limits limits;
  fifo_command flood{"cat /dev/zero > \"$F\"", limits};
  flood.shell.acknowledge_at_once = false;
  flood.shell.start();
  flood.shell.until([&] { return flood.shell.so_far().events.size() >= limits.window; });
  flood.shell.child().stop(0ms);
  const auto result = flood.shell.finish();
  BOOST_TEST((result.ending.kind == ending_kind::signalled));
  // What the pipe itself still held is read at the end.
  BOOST_TEST(result.events.size() <= limits.window + limits.block + (1u << 20));
}

BOOST_AUTO_TEST_CASE(nobody_needs_to_write) {
  fifo_command silent{"true"};
  const auto result = silent.shell.finish();
  BOOST_TEST(result.events.empty());
  BOOST_TEST(result.ending.value == 0);
}

BOOST_AUTO_TEST_CASE(a_channel_that_is_not_there_is_a_command_that_did_not_start) {
  command lost{{"/bin/true"}};
  lost.request.events = "/nowhere/events";
  BOOST_TEST((lost.finish().ending.kind == ending_kind::not_started));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
