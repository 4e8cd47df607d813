// What edits can have affected runs first, then all.
#include "tests/support/run_fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey;
using namespace covey::actors;
using namespace std::chrono_literals;
using parsers::run_status;

namespace {

struct staged_run : tests::run_fixture {
  auto start_staged() {
    auto asked = request(1);
    asked.first.selections = {{.file = "a"}};
    auto handle = self->request(runs, 3600s, asked, caller);
    run();
    answer_probe();  // of the plan for all
    answer_probe();
    return handle;
  }
  void play(std::string said, int code) {
    launcher.last().print(std::move(said));
    launcher.last().exit(code);
    run();
  }
  partial_run_ptr now(std::size_t since = 0) {
    return ask<partial_run_ptr>(runs, look_at_run{2, "/", 0, since}).value_or(nullptr);
  }
  static std::size_t count(const parsers::finished_run& of, std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        of.notes, [&](const auto& note) { return note.find(text) != std::string::npos; }));
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(run_first, staged_run)

BOOST_AUTO_TEST_CASE(all_run_after_those_that_run_first_and_count_once) {
  auto handle = start_staged();
  play("pass a\n", 0);
  BOOST_TEST(now()->first == "1 affected test ran first, by itself and without coverage: none failed");
  BOOST_TEST(!now()->first_failed);
  play("pass a\npass b\n", 0);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::passed));
  BOOST_TEST((done->scope == parsers::run_scope::whole));
  BOOST_TEST(done->results.totals.passed == 2u);
  BOOST_TEST(done->out.text == "pass a\npass b\n");
  BOOST_TEST(count(*done, "ran first") == 1u);
}

BOOST_AUTO_TEST_CASE(a_red_of_the_first_is_told_while_the_rest_runs_and_once) {
  auto handle = start_staged();
  launcher.last().print("fail a\n");
  run();
  const auto during = now();
  BOOST_TEST(during->doing == "the affected tests, which run first");
  BOOST_REQUIRE(during->failures.size() == 1u);
  BOOST_TEST(during->next == 1u);
  launcher.last().exit(1);
  run();
  BOOST_TEST(now()->first_failed);
  BOOST_TEST(now()->failures.size() == 1u);
  BOOST_TEST(now(1)->failures.empty());
  launcher.last().print("fail a\nfail b\n");
  run();
  BOOST_TEST(now()->failures.size() == 2u);
  const auto more = now(1);  // what was told is not told again
  BOOST_REQUIRE(more->failures.size() == 1u);
  BOOST_TEST(more->failures[0].id.name == "b");
  BOOST_TEST(now(more->next)->failures.empty());
  launcher.last().exit(1);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST(done->results.failures.size() == 2u);
  std::uint64_t last = 0;
  for (const auto& one : heard) BOOST_TEST(std::exchange(last, one.done) <= one.done);
}

BOOST_AUTO_TEST_CASE(what_passes_among_all_is_said_to_depend_on_them) {
  auto handle = start_staged();
  play("fail a\n", 1);
  play("pass a\npass b\n", 0);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::passed));
  BOOST_TEST(count(*done, "failed then, and passed when all ran") == 1u);
}

BOOST_AUTO_TEST_CASE(a_deadline_or_a_cancellation_meanwhile_ends_the_run) {
  auto handle = start_staged();
  launcher.last().print("fail a\n");
  advance(11s);
  launcher.last().exit(1);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST(done->ending.timed_out);
  BOOST_TEST(done->results.totals.failed == 1u);  // what was known until then
  BOOST_TEST(launcher.children.size() == 3u);
  handle = start_staged();
  self->send(runs, cancel_run{2});
  run();
  launcher.last().exit(1);
  const auto stopped = wait(handle);
  BOOST_TEST((stopped == nullptr || stopped->ending.cancelled));
  BOOST_TEST(launcher.children.size() == 6u);
}

BOOST_AUTO_TEST_SUITE_END()
