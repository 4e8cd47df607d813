// Output under back-pressure, and in quantity.
#include "tests/process/run_command.hpp"
#include "tests/support/processes.hpp"
#include <boost/test/unit_test.hpp>
#include <boost/asio/steady_timer.hpp>
#include <atomic>
#include <list>
#include <thread>
#include <unistd.h>

using namespace covey::testing;
using namespace std::chrono_literals;
using ending_kind = covey::parsers::run_ending::kind_type;

BOOST_AUTO_TEST_SUITE(output)

BOOST_AUTO_TEST_CASE(without_acknowledgement_no_more_than_the_window_arrives) {
  covey::process::child_limits limits;
  command flood{behaving("say:ready,flood:64M"), limits};
  flood.acknowledge_at_once = false;
  flood.start();
  flood.until([&] { return flood.so_far().out.size() >= limits.window; });
  // It stays so: nothing is read while the command could write.
  boost::asio::steady_timer later{flood.context(), 200ms};
  bool over = false;
  later.async_wait([&](auto) { over = true; });
  flood.until([&] { return over; });
  BOOST_TEST(flood.so_far().out.size() <= limits.window + 2 * limits.block);
  flood.child().stop(0ms);
  const auto result = flood.finish();
  BOOST_TEST((result.ending.kind == ending_kind::signalled));
}

BOOST_AUTO_TEST_CASE(a_late_acknowledgement_gives_all_bytes) {
  covey::process::child_limits limits;
  limits.window = 100000;
  constexpr std::size_t size = 4u << 20;
  command late{{"/bin/sh", "-c", "head -c " + std::to_string(size) + " /dev/zero"}, limits};
  late.acknowledge_at_once = false;
  late.start();
  std::size_t acknowledged = 0;
  while (!late.ended()) {
    late.until([&] { return late.ended() || late.so_far().out.size() >= acknowledged + limits.window; });
    late.child().acknowledge(late.so_far().out.size() - acknowledged);
    acknowledged = late.so_far().out.size();
    if (acknowledged + limits.window > size) late.acknowledge_at_once = true;
  }
  BOOST_TEST(late.so_far().out.size() == size);
}

BOOST_AUTO_TEST_CASE(two_flooded_streams_are_both_drained_in_order) {
  command both{
      {"/bin/sh", "-c", "i=0; while [ $i -lt 20000 ]; do echo out $i; echo err $i >&2; i=$((i+1)); done"}};
  const auto result = both.finish();
  std::string out, err;
  for (int i = 0; i < 20000; ++i) {
    out += "out " + std::to_string(i) + "\n";
    err += "err " + std::to_string(i) + "\n";
  }
  BOOST_CHECK(result.out == out);
  BOOST_CHECK(result.err == err);
}

BOOST_AUTO_TEST_CASE(many_commands_leave_no_descriptor_and_no_zombie) {
  command{behaving("exit:0")}.finish();  // what is opened once is open now
  const auto descriptors = open_descriptors(::getpid());
  for (int i = 0; i < 200; ++i) BOOST_REQUIRE(command{behaving("say:x,exit:0")}.finish().out == "x\n");
  BOOST_TEST(open_descriptors(::getpid()) == descriptors);
  BOOST_TEST(children_of(::getpid()).empty(), describe(children_of(::getpid())));
}

// Boost.Process 1.81 leaks the pipes of one child into another that is started at the same moment: the end of
// file of a short command then comes when an unrelated long one ends.
BOOST_AUTO_TEST_CASE(the_end_of_a_short_command_does_not_wait_for_a_long_one_started_beside_it) {
  std::atomic<bool> over{false};
  std::atomic<int> ended{0};
  const auto start_long_ones = [&over] {
    std::list<command> waiting;
    for (int n = 0; n < 10; ++n) {
      waiting.emplace_back(behaving("hang")).start();
      waiting.back().context().run_one();
    }
    over.wait(false);
    for (auto& one : waiting) {
      one.child().stop(0ms);
      while (!one.ended()) one.context().run_one_for(100ms);
    }
  };
  const auto run_short_ones = [&ended] {
    for (int n = 0; n < 40; ++n) {
      command quick{behaving("say:x")};
      quick.start();
      // The long ones stay until all of these are over: one that waits for them never ends.
      const auto deadline = clock::now() + 20s;
      while (!quick.ended() && clock::now() < deadline) quick.context().run_one_for(100ms);
      if (!quick.ended()) return;
      ++ended;
    }
  };
  std::vector<std::thread> long_ones, short_ones;
  for (int i = 0; i < 4; ++i) {
    long_ones.emplace_back(start_long_ones);
    short_ones.emplace_back(run_short_ones);
  }
  for (auto& thread : short_ones) thread.join();
  over = true;
  over.notify_all();
  for (auto& thread : long_ones) thread.join();
  BOOST_TEST(ended == 160);
}

BOOST_AUTO_TEST_SUITE_END()
