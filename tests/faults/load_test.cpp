// Many calls, many runs, and what is left of them.
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include "tests/support/skip.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <fcntl.h>
#include <iostream>
#include <sys/resource.h>
#include <unistd.h>

using namespace covey::testing;

BOOST_FIXTURE_TEST_SUITE(load, covey_fixture)

BOOST_AUTO_TEST_CASE(a_flood_of_calls_is_answered_one_by_one) {
  auto& server = start_open();
  constexpr int count = 20000;
  const auto start = clock::now();
  std::vector<std::int64_t> ids;
  for (int i = 0; i < count; ++i) ids.push_back(server.start_call("last_test_failures"));
  for (const auto id : ids) server.result(id);
  std::cout << count << " calls in " << since(start).count() << " ms\n";
}

BOOST_AUTO_TEST_CASE(the_queue_of_runs_is_bounded_and_a_refusal_says_so) {
  use_fake_go("hang");
  auto& server = start_open();
  std::vector<std::int64_t> ids;
  // Equal calls would join.
  for (int i = 0; i < 66; ++i) ids.push_back(server.start_call("run_tests", {{"timeout", 300 + i}}));
  // One runs, 64 wait, one is too many.
  const auto answered = [&] {
    return std::count_if(ids.begin(), ids.end(), [&](std::int64_t id) { return server.has_answer(id); });
  };
  BOOST_REQUIRE(server.until([&] { return answered() > 0; }));
  const auto refused_id =
      *std::find_if(ids.begin(), ids.end(), [&](auto id) { return server.has_answer(id); });
  const auto refused = server.result(refused_id);
  BOOST_TEST(at_path(refused, "isError") == true);
  BOOST_TEST(text_of(refused).find("64") != std::string::npos, text_of(refused));
  server.result(server.request("ping"));
  BOOST_TEST(answered() == 1);
}

BOOST_AUTO_TEST_CASE(runs_of_one_workspace_go_one_after_the_other_in_the_order_of_the_calls) {
  use_fake_go("steady:0.05");
  auto& server = start_open();
  std::vector<std::int64_t> calls;
  for (int i = 0; i < 20; ++i) calls.push_back(server.start_call("run_tests", {{"timeout", 300 + i}}));
  std::int64_t last = 0;
  for (const auto call : calls) {
    const auto run = at_path(server.result(call), "structuredContent.run_id").as_int64();
    BOOST_TEST(run == last + 1);
    last = run;
  }
}

BOOST_AUTO_TEST_CASE(many_runs_leave_no_descriptor_no_thread_and_no_zombie) {
  use_fake_go("pass:3,fail:1,coverage");
  auto& server = start_open();
  for (int i = 0; i < 3; ++i) server.call("run_tests");
  // Fewer is no leak: the thread that reads coverage ends a moment after the answer, also after the third.
  const auto quiet = [&](std::size_t descriptors, std::size_t threads) {
    return open_descriptors(server.pid()) <= descriptors && threads_of(server.pid()) <= threads;
  };
  const auto descriptors = open_descriptors(server.pid());
  const auto threads = threads_of(server.pid());
  for (int i = 0; i < 30; ++i) server.call(i % 2 == 0 ? "run_tests" : "run_failing_tests");
  BOOST_TEST(eventually([&] { return quiet(descriptors, threads); }, seconds{5}),
             open_descriptors(server.pid()) << " descriptors, were " << descriptors << "; "
                                            << threads_of(server.pid()) << " threads, were " << threads);
  BOOST_TEST(children_of(server.pid()).empty(), describe(children_of(server.pid())));
}

BOOST_AUTO_TEST_CASE(descriptors_above_1024_are_served_too) {
  constexpr rlim_t wanted = 2048;
  rlimit old{};
  BOOST_REQUIRE(::getrlimit(RLIMIT_NOFILE, &old) == 0);
  if (old.rlim_max < wanted) {
    skip("no more than " + std::to_string(old.rlim_max) + " descriptors are allowed here");
    return;
  }
  const rlimit more{std::max(old.rlim_cur, wanted), old.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &more);
  std::vector<int> inherited;
  for (int i = 0; i < 1100; ++i) inherited.push_back(::open("/dev/null", O_RDONLY));  // no O_CLOEXEC
  use_fake_go("pass:2,report-fds");
  auto& server = start_open();
  for (const int fd : inherited) ::close(fd);
  ::setrlimit(RLIMIT_NOFILE, &old);
  BOOST_TEST(open_descriptors(server.pid()) > 1100u);
  const auto run = server.call("run_tests", {{"output", "raw"}});
  BOOST_TEST(counts_of(run) == "passed 2, failed 0, skipped 0, errors 0");
  BOOST_TEST(text_of(run).find("descriptor: 2\n") != std::string::npos, text_of(run));
  BOOST_TEST(text_of(run).find("descriptor: 3") == std::string::npos, text_of(run));
}

BOOST_AUTO_TEST_CASE(a_line_without_an_end_does_not_stay_in_memory_and_what_follows_is_read) {
  use_fake_go("pass:1,long-line:256M,fail:1");
  auto& server = start_open();
  const auto before = peak_memory(server.pid());
  const auto run = server.call("run_tests", {{"output", "summary"}});
  BOOST_TEST(counts_of(run) == "passed 1, failed 1, skipped 0, errors 0");
  BOOST_TEST(text_of(run).find("a line of the output was longer than") != std::string::npos, text_of(run));
  BOOST_TEST(peak_memory(server.pid()) < before + 48u * 1024);
}

BOOST_AUTO_TEST_CASE(a_flood_of_output_does_not_stay_in_memory) {
  use_fake_go("pass:1");
  auto& server = start_open();
  server.call("run_tests");
  const auto before = peak_memory(server.pid());
  use_fake_go("pass:1,flood:256M,fail:1");
  const auto start = clock::now();
  const auto run = server.call("run_tests");
  std::cout << "256 MiB in " << since(start).count() << " ms, memory from " << before << " to "
            << peak_memory(server.pid()) << " KiB\n";
  BOOST_TEST(counts_of(run) == "passed 1, failed 1, skipped 0, errors 0");
  BOOST_TEST(peak_memory(server.pid()) < before + 48u * 1024);
}

BOOST_AUTO_TEST_SUITE_END()
