// One call of a tool, between a dispatcher, a supervisor and stores that the test plays.
#include "tests/support/actor_fixture.hpp"
#include "actors/call.hpp"
#include "actors/coverage_index.hpp"
#include "actors/failure_store.hpp"
#include "actors/limits.hpp"
#include "protocol/tools/tool.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::tests {
namespace {

using namespace covey::actors;
using namespace std::chrono_literals;

// What the call said to the others, in order, and how the supervisor is to reply.
struct script {
  std::vector<std::string> said;
  std::string answer;  // the text, once there is one
  int moved = 0;
  partial_run_ptr partial;                                           // of the run; null: it does not go on
  std::optional<caf::typed_response_promise<finished_run_ptr>> end;  // of the run that is waited for
};

dispatcher_actor::behavior_type listening_dispatcher(dispatcher_actor::pointer, script* to) {
  return {
      [](const client_line&) {},
      [](const client_line_too_long&) {},
      [](const shut_down&) {},
      [=](const run_progress&) { to->said.emplace_back("progress"); },
      [=](const call_answered& message) { to->answer = message.answer->text; },
      [=](const workspace_moved&) { ++to->moved; },
      [](const call_died&) {},
      [](const become_task&) {},
      [](const release_answer&) {},
      [](const drain_over&) {},
  };
}

std::shared_ptr<parsers::finished_run> run_with_id(std::uint64_t id) {
  auto out = std::make_shared<parsers::finished_run>();
  out->id = id;
  out->root = "/w";
  return out;
}

supervisor_actor::behavior_type played_supervisor(supervisor_actor::pointer self, script* by) {
  const auto wait = [=] {
    by->end = self->make_response_promise<finished_run_ptr>();
    return *by->end;
  };
  return {
      [=](const start_run&, const call_actor&) -> caf::result<finished_run_ptr> {
        by->said.emplace_back("start");
        return wait();
      },
      [=](const expect_run&) { by->said.emplace_back("expect"); },
      [=](const unsubscribe& message) { by->said.emplace_back(message.detached ? "leave, told" : "leave"); },
      [=](const linger_over& message) {
        by->end->deliver(finished_run_ptr{run_with_id(message.key)});
      },  // from the test
      [=](const detach_run&) { return by->partial; },
      [=](const watch_run&, const call_actor&) -> caf::result<finished_run_ptr> {
        by->said.emplace_back("watch");
        return wait();
      },
      [=](const look_at_run&) { return by->partial; },
      [=](const cancel_run&) { by->said.emplace_back("cancel"); },
      [](const run_progress&) {},
      [=](const runs_status&) { return supervisor_status{}; },
      [](const stop_runs&) { return runs_stopped{}; },
      [](const services_renewed&) {},
      [](const run_told&) {},
      [](const run_ended&) {},
  };
}

partial_run_ptr partial_with_id(std::uint64_t id, std::size_t failures = 0) {
  auto out = std::make_shared<parsers::partial_run>();
  out->id = id;
  out->root = "/w";
  out->failures.resize(failures);
  return out;
}

partial_run_ptr partial_that_is_judged(std::uint64_t id) {
  auto out = std::make_shared<parsers::partial_run>();
  out->id = id;
  out->judged = run_with_id(id);
  return out;
}

// Answers with the kind of what was found.
protocol::tool_answer say_what_was_found(const protocol::tool_call&, const protocol::reply& found,
                                         const protocol::answer_view&) {
  if (const auto* run = ended_of(found)) return {"ended " + std::to_string(run->id), {}, false};
  if (const auto* run = partial_of(found)) return {"partial " + std::to_string(run->id), {}, false};
  return {"other " + std::to_string(found.run.index()), {}, false};
}

protocol::question about(protocol::run_question run) {
  protocol::question out;
  out.run = std::move(run);
  return out;
}

protocol::tool tool_that(protocol::question (*ask)(const protocol::tool_call&), bool starts_run = false) {
  protocol::tool out;
  out.description.name = "t";
  out.ask = ask;
  out.answer = say_what_was_found;
  out.starts_run = starts_run;
  return out;
}

struct call_fixture : actor_fixture {
  script played;
  dispatcher_actor entry = system.spawn(listening_dispatcher, &played);
  services_ptr with = std::make_shared<const services>(
      services{{.failures = system.spawn(failure_store),
                .coverage = system.spawn(coverage_index),
                .threads = [this](auto work) { return system.spawn(worker, std::move(work)); }},
               system.spawn(played_supervisor, &played),
               {},
               {}});
  call_actor call;

  ~call_fixture() {
    if (call) end(call);
    played.end.reset();
    for (const auto& one : {with->supervisor}) end(one);
    end(with->failures);
    end(with->coverage);
    end(entry);
  }

  void begin(const protocol::tool& of) {
    call = start_call(
        system,
        {.key = 1, .workspace = "/w", .dispatcher = entry, .with = with, .bytes = 10'000, .patience = 45s},
        of, {});
    run();
  }
  void end_run(std::uint64_t id) {
    self->send(with->supervisor, linger_over{id});
    run();
  }
  bool said(std::string_view what) const {
    return std::find(played.said.begin(), played.said.end(), what) != played.said.end();
  }
};

const auto starting = tool_that([](const auto&) { return about(protocol::run_to_start{.wait = 5s}); }, true);
const auto following =
    tool_that([](const auto&) { return about(protocol::run_to_follow{.id = 3, .wait = 5s}); });
const auto following_failures =
    tool_that([](const auto&) { return about(protocol::run_to_follow{.wait = 5s, .until_failure = true}); });
const auto following_what_was_found =
    tool_that([](const auto&) { return about(protocol::run_to_follow{.wait = 5s, .since = 0}); });
const auto following_without_wait =
    tool_that([](const auto&) { return about(protocol::run_to_follow{.wait_for_coverage = 5s}); });
const auto stopping = tool_that([](const auto&) { return about(protocol::run_to_stop{.id = 3}); });
const auto remembering = tool_that([](const auto&) { return about(protocol::run_that_ended_last{}); });

BOOST_FIXTURE_TEST_SUITE(calls, call_fixture)

BOOST_AUTO_TEST_CASE(a_refusal_asks_nobody_and_frees_the_place_of_its_run) {
  begin(tool_that(
      [](const auto&) {
        auto out = about(protocol::run_to_start{});
        out.refusal = "x or y is required";
        return out;
      },
      true));
  BOOST_TEST(played.answer == R"("t: x or y is required")");
  const std::vector<std::string> expected{"expect", "leave"};
  BOOST_TEST(played.said == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_run_is_answered_at_its_end) {
  begin(starting);
  BOOST_TEST(said("start"));
  BOOST_TEST(played.answer == "");
  end_run(3);
  BOOST_TEST(played.answer == R"("ended 3")");
}

BOOST_AUTO_TEST_CASE(a_run_that_takes_longer_than_the_wait_is_left_to_the_caller) {
  played.partial = partial_with_id(3);
  begin(starting);
  advance(5s);
  BOOST_TEST(said("leave, told"));
  BOOST_TEST(played.answer == R"("partial 3")");
}

BOOST_AUTO_TEST_CASE(a_run_that_ends_while_it_is_left_is_answered_with_its_end) {
  begin(starting);  // there is no part of it
  advance(5s);
  BOOST_TEST(played.answer == "");
  end_run(3);
  BOOST_TEST(played.answer == R"("ended 3")");
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_leaves_its_run_and_says_nothing) {
  begin(starting);
  self->send(call, cancel_call{});
  run();
  BOOST_TEST(said("leave"));
  end_run(3);
  BOOST_TEST(played.answer == "");
}

BOOST_AUTO_TEST_CASE(a_followed_run_is_waited_for_and_its_progress_handed_on) {
  played.partial = partial_with_id(3);
  begin(following);
  BOOST_TEST(said("watch"));
  self->send(call, run_progress{});
  run();
  BOOST_TEST(said("progress"));
  end_run(3);
  BOOST_TEST(played.answer == R"("ended 3")");
}

BOOST_AUTO_TEST_CASE(a_followed_run_is_answered_in_part_when_the_wait_is_over) {
  played.partial = partial_with_id(3);
  begin(following);
  advance(5s);
  BOOST_TEST(played.answer == R"("partial 3")");
}

BOOST_AUTO_TEST_CASE(a_failure_ends_the_wait_of_whoever_asked_for_it) {
  played.partial = partial_with_id(3);
  begin(following_failures);
  BOOST_TEST(played.answer == "");
  played.partial = partial_with_id(3, 1);
  self->send(call, run_progress{});
  run();
  BOOST_TEST(played.answer == R"("partial 3")");
}

// Each look at a run that goes on would be a turn of the model's.
BOOST_AUTO_TEST_CASE(a_wait_is_for_the_end_whatever_fails_before) {
  played.partial = partial_with_id(3, 1);
  begin(following_what_was_found);
  self->send(call, run_progress{});
  run();
  BOOST_TEST(played.answer == "");
  end_run(3);
  BOOST_TEST(played.answer == R"("ended 3")");
}

BOOST_AUTO_TEST_CASE(a_run_whose_tests_are_through_is_answered_as_it_is) {
  played.partial = partial_that_is_judged(3);
  begin(starting);
  advance(5s);
  BOOST_TEST(said("leave, told"));
  BOOST_TEST(played.answer == R"("ended 3")");
}

// Who was told the failures wants the others, and no coverage.
BOOST_AUTO_TEST_CASE(the_end_of_the_tests_ends_the_wait_of_whoever_asked_for_failures) {
  played.partial = partial_that_is_judged(3);
  begin(following_failures);
  BOOST_TEST(played.answer == R"("ended 3")");
  BOOST_TEST(!said("watch"));
}

BOOST_AUTO_TEST_CASE(who_follows_a_run_whose_tests_are_through_waits_for_its_coverage) {
  played.partial = partial_that_is_judged(3);
  begin(following_without_wait);
  BOOST_TEST(played.answer == "");
  advance(5s);
  BOOST_TEST(played.answer == R"("ended 3")");
}

BOOST_AUTO_TEST_CASE(a_run_that_is_being_recorded_is_answered_with_its_end) {
  auto partial = partial_with_id(3);
  std::const_pointer_cast<parsers::partial_run>(partial)->is_ending = true;
  played.partial = partial;
  begin(following_without_wait);
  BOOST_TEST(played.answer == "");
  end_run(3);
  BOOST_TEST(played.answer == R"("ended 3")");
}

BOOST_AUTO_TEST_CASE(a_run_that_has_ended_is_found_in_the_store) {
  self->send(with->failures, record_run{run_with_id(3)});
  begin(following);
  BOOST_TEST(played.answer == R"("ended 3")");
  BOOST_TEST(!said("watch"));
}

BOOST_AUTO_TEST_CASE(a_stopped_run_is_waited_for) {
  played.partial = partial_with_id(3);
  begin(stopping);
  BOOST_TEST(said("cancel"));
  BOOST_TEST(played.answer == "");
  end_run(3);
  BOOST_TEST(played.answer == R"("ended 3")");
}

BOOST_AUTO_TEST_CASE(a_call_about_the_last_run_is_answered_without_one) {
  begin(remembering);
  BOOST_TEST(played.answer == R"("other 1")");
}

BOOST_AUTO_TEST_CASE(a_store_that_is_gone_is_an_error_unless_the_tool_can_do_without) {
  end(with->failures);
  begin(remembering);
  BOOST_TEST(played.answer.starts_with("\"t: the store of results "));
  begin(tool_that([](const auto&) {
    auto out = about(protocol::run_that_ended_last{});
    out.may_lack_stores = true;
    return out;
  }));
  BOOST_TEST(played.answer == R"("other 0")");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::tests
