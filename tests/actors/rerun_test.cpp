// What is known to fail, from run to run: nothing that was not rerun may get lost.
#include "tests/support/run_fixture.hpp"
#include "parsers/failures/known_failures.hpp"
#include "protocol/render/words.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <utility>

using namespace covey;
using namespace covey::actors;
using namespace std::chrono_literals;
using parsers::run_status;

namespace {

struct rerun_fixture : tests::run_fixture {
  auto rerun(call_key key, std::uint64_t limit = 50) {
    edit();
    auto order = request(key, true);
    order.target = parsers::run_failed{limit};
    auto handle = self->request(runs, 3600s, order, caller);
    run();
    answer_probe();
    return handle;
  }

  void prints(const std::string& text, int code = 0) {
    launcher.last().print(text);
    launcher.last().exit(code);
    run();
  }

  // Names of what the store knows to fail.
  std::string known() {
    std::string out;
    if (const auto run = latest())
      for (const auto& one : parsers::known_failures(*run)) out += one.what->id.name + " ";
    return out;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(rerun_suite, rerun_fixture)

BOOST_AUTO_TEST_CASE(a_rerun_needs_a_run_before_it) {
  auto handle = start(1, true);
  BOOST_TEST(!wait(handle));
  BOOST_TEST((last_error == fault::no_run_yet));
}

BOOST_AUTO_TEST_CASE(a_rerun_runs_what_failed_one_command_after_the_other) {
  red_run();
  auto handle = start(2, true);
  answer_probe();
  BOOST_TEST(launcher.last().request.argv.back() == "b");
  launcher.last().print("pass b\n");
  launcher.last().exit(0);
  run();
  BOOST_TEST(launcher.last().request.argv.back() == "c");
  launcher.last().print("fail c\n");
  launcher.last().exit(3);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST(done->commands.size() == 2u);
  BOOST_TEST(done->ending.value == 3);
  BOOST_TEST(latest() == done);
  BOOST_TEST(done->id == 2u);
}

BOOST_AUTO_TEST_CASE(a_rerun_that_its_runner_refused_leaves_what_failed_to_rerun) {
  red_run();
  auto handle = rerun(2);
  prints("refused\n", 4);
  prints("", 4);
  BOOST_REQUIRE(wait(handle));
  auto mended = rerun(3);
  BOOST_TEST(launcher.last().request.argv.back() == "b");
  prints("pass b\n");
  BOOST_TEST(launcher.last().request.argv.back() == "c");
  prints("pass c\n");
  const auto done = wait(mended);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::passed));
  BOOST_TEST(known() == "");
}

BOOST_AUTO_TEST_CASE(a_selection_that_its_runner_refused_is_what_a_rerun_runs) {
  auto order = request(1, false);
  order.target = parsers::run_selected{{{"x.fake", true, {}}}};
  auto first = self->request(runs, 3600s, order, caller);
  run();
  answer_probe();
  prints("refused\n", 4);
  BOOST_REQUIRE(wait(first));
  auto mended = rerun(2);
  BOOST_TEST(launcher.last().request.argv.back() == "x.fake");
  prints("pass x.fake\n");
  const auto done = wait(mended);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::passed));
}

BOOST_AUTO_TEST_CASE(all_run_where_most_of_them_failed) {
  std::string said;
  for (int i = 0; i < 120; ++i) said += "fail t" + std::to_string(i) + "\n";
  auto first = start(1);
  answer_probe();
  prints(said, 1);
  BOOST_REQUIRE(wait(first));
  auto again = rerun(2, 200);
  BOOST_TEST(launcher.last().request.argv.back() == "all");
  prints("pass a\n");
  const auto done = wait(again);
  BOOST_REQUIRE(done);
  BOOST_TEST((done->scope == parsers::run_scope::whole));
  BOOST_TEST(
      done->notes.front().starts_with("all tests ran: the 120 that were known to fail are most of them"));
}

BOOST_AUTO_TEST_CASE(a_rerun_after_a_green_run_has_nothing_to_do) {
  auto first = start(1);
  answer_probe();
  launcher.last().print("pass a\n");
  launcher.last().exit(0);
  wait(first);
  auto handle = start(2, true);
  BOOST_TEST(!wait(handle));
  BOOST_TEST((last_error == fault::nothing_to_rerun));
  BOOST_TEST(context_of(last_error) == "fake");
}

BOOST_AUTO_TEST_CASE(a_rerun_is_made_as_what_failed_was_run) {
  auto order = request(1, false);
  order.options = parsers::run_options{{"-race"}, {{"SHOP", "eu"}}};
  auto first = self->request(runs, 3600s, order, caller);
  run();
  answer_probe();
  prints("fail a\n", 1);
  BOOST_REQUIRE(wait(first));
  auto again = rerun(2);
  const auto& variables = launcher.last().request.set_env;
  BOOST_TEST((std::find(variables.begin(), variables.end(),
                        std::pair<std::string, std::string>{"SHOP", "eu"}) != variables.end()));
  prints("fail a\n", 1);
  const auto done = wait(again);
  BOOST_REQUIRE(done);
  BOOST_REQUIRE(done->options);
  BOOST_TEST((*done->options == *order.options));
  BOOST_TEST(done->notes.front() == "run with args `-race` and env SHOP, as what failed was");
  // Told otherwise, it is made otherwise, and says nothing of what failed before.
  auto plain = request(3, true);
  plain.target = parsers::run_failed{50};
  plain.options = parsers::run_options{};
  auto other = self->request(runs, 3600s, plain, caller);
  run();
  answer_probe();
  prints("pass a\n", 0);
  const auto passed = wait(other);
  BOOST_REQUIRE(passed);
  BOOST_TEST(!passed->options);
  BOOST_TEST(known() == "a ");
  BOOST_TEST(protocol::still_failing_line(*passed) ==
             "1 with args `-race` and env SHOP not rerun and still failing");
}

BOOST_AUTO_TEST_CASE(what_a_limit_left_out_stays_failed_until_it_passes) {
  red_run();  // b and c
  auto first = rerun(2, 1);
  prints("pass b\n");
  const auto done = wait(first);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::failed));
  BOOST_TEST(protocol::still_failing_line(*done) == "1 of 2 rerun, 1 not rerun and still failing");
  BOOST_TEST(known() == "c ");
  auto second = rerun(3);
  BOOST_TEST(launcher.last().request.argv.back() == "c");
  prints("pass c\n");
  const auto green = wait(second);
  BOOST_REQUIRE(green);
  BOOST_TEST((status_of(*green) == run_status::passed));
  BOOST_TEST(known() == "");
}

BOOST_AUTO_TEST_CASE(what_a_rerun_did_not_come_to_stays_failed) {
  red_run();
  auto timed_out = rerun(2);
  prints("pass b\n");
  advance(10s);
  launcher.last().end({parsers::run_ending::kind_type::signalled, 15, 0, 0});
  BOOST_REQUIRE(wait(timed_out));
  BOOST_TEST(known() == "c ");
  auto cancelled = rerun(3);
  self->send(runs, unsubscribe{3});
  run();
  launcher.last().end({parsers::run_ending::kind_type::signalled, 15, 0, 0});
  const auto done = wait(cancelled);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::cancelled));
  BOOST_TEST(known() == "c ");
  auto crashed = rerun(4);
  launcher.last().end({parsers::run_ending::kind_type::signalled, 11, 0, 0});
  BOOST_REQUIRE(wait(crashed));
  BOOST_TEST(known() == "c ");
  auto silent = rerun(5);
  prints("");
  BOOST_REQUIRE(wait(silent));
  BOOST_TEST(known() == "c ");
}

BOOST_AUTO_TEST_CASE(a_whole_run_that_is_cut_short_takes_nothing_away) {
  red_run();
  auto handle = start(2);
  answer_probe();
  launcher.last().print("pass a\npass b\n");
  run();
  advance(10s);
  launcher.last().end({parsers::run_ending::kind_type::signalled, 15, 0, 0});
  BOOST_REQUIRE(wait(handle));
  BOOST_TEST(known() == "c ");
  auto whole = start(3);
  answer_probe();
  prints("pass a\n");
  BOOST_REQUIRE(wait(whole));
  BOOST_TEST(known() == "");
}

BOOST_AUTO_TEST_CASE(selections_leave_the_other_failures_known) {
  red_run();
  edit();
  auto order = request(2);
  order.target = parsers::run_selected{{{"b", true, {}}}, {{"gone\n.go", ""}}};
  auto handle = self->request(runs, 3600s, order, caller);
  run();
  answer_probe();
  prints("pass b\n");
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST(done->selected.at(0).success());
  BOOST_TEST((own_status_of(*done) == run_status::failed));
  BOOST_REQUIRE(done->results.failures.size() == 1u);
  BOOST_TEST(done->results.failures[0].id.group.string() == "gone\n.go");
  BOOST_TEST(known() == "c ");  // what is not there is no test that fails
}

BOOST_AUTO_TEST_CASE(after_a_run_that_was_cut_short_there_may_be_more_than_is_known) {
  auto handle = start(7);
  answer_probe();
  launcher.last().print("pass a\n");
  self->send(runs, unsubscribe{7});
  run();
  launcher.last().end({parsers::run_ending::kind_type::signalled, 15, 0, 0});
  BOOST_REQUIRE(wait(handle));
  auto again = start(8, true);
  BOOST_TEST(!wait(again));
  BOOST_TEST((last_error == fault::nothing_known));
  BOOST_TEST(
      context_of(last_error) ==
      "run 1 (fake) was no pass (cancelled), but no test is known to have failed in it: call run_tests");
}

BOOST_AUTO_TEST_SUITE_END()
