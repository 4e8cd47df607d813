#include "tests/actors/dispatcher_fixture.hpp"

using namespace covey;
using namespace covey::actors;
using namespace covey::tests;

BOOST_FIXTURE_TEST_SUITE(dispatcher_suite, dispatcher_fixture)

BOOST_AUTO_TEST_CASE(a_call_is_answered_once_with_its_id) {
  call(7, "slow");
  BOOST_TEST(lines.empty());
  let_call("answer");
  BOOST_REQUIRE_EQUAL(lines.size(), 1u);
  BOOST_TEST(last().at("id").as_int64() == 7);
  BOOST_TEST(last().at("result").at("structuredContent").at("status").as_string() == "done");
}

BOOST_AUTO_TEST_CASE(a_call_that_dies_is_answered_with_an_internal_error_and_the_session_goes_on) {
  call(7, "slow");
  let_call("throw");
  BOOST_REQUIRE_EQUAL(lines.size(), 1u);
  BOOST_TEST(last().at("error").at("code").as_int64() == -32603);
  call(8, "slow");
  let_call("answer");
  BOOST_TEST(last().at("id").as_int64() == 8);
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_is_told_and_never_answered) {
  call(7, "slow", "{}", "1");
  say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})");
  BOOST_TEST(behaviour.cancelled == 1);
  let_call("some progress", 1);
  let_call("answer");
  BOOST_TEST(lines.empty());
}

BOOST_AUTO_TEST_CASE(a_call_waits_as_long_as_its_client_does) {
  call(1, "slow");
  BOOST_TEST((behaviour.context.patience == 45s));
  let_call("answer");
  call(2, "slow", "{}", "1");
  BOOST_TEST((behaviour.context.patience == 100s));
  let_call("answer");
  call(3, "slow", "{}", "\"one\"");
  BOOST_TEST((behaviour.context.patience == 100s));
  let_call("answer");
}

BOOST_AUTO_TEST_CASE(the_next_answer_of_any_tool_tells_once_what_its_client_gave_up) {
  call(1, "slow", "{}", "1");
  let_call("TestX", 3, 7);
  advance(12s);
  cancel(1, "MCP request cancelled by caller");
  BOOST_TEST(!behaviour.time_was_over);
  call(2, "quick");
  let_call("answer");
  BOOST_TEST(
      last_text() ==
      "run 7 was given up by its client after 12 s: 3 done, 0 failed; run_status {\"run\": 7} has them; "
      "pass a shorter wait\ndone");
  BOOST_TEST(last().at("result").at("structuredContent").as_object().begin()->key() == "given_up");
  call(3, "quick");
  let_call("answer");
  BOOST_TEST(last_text() == "done");
}

BOOST_AUTO_TEST_CASE(the_run_of_a_client_that_had_no_more_time_goes_on) {
  for (const std::string reason : {"MCP error -32001: Request timed out", "Timed out", "request timeout",
                                   "context deadline exceeded", "-32001"}) {
    call(1, "slow");
    let_call("TestX", 3, 7);
    cancel(1, reason);
    BOOST_TEST(behaviour.time_was_over);
    call(2, "no_such_tool");
    call(3, "quick", R"({"word": 1})");  // an error tells it too
    BOOST_TEST(last_text().find("3 done, 0 failed, and went on for up to a minute; run_status") !=
               std::string::npos);
  }
}

// Nothing is lost by calls of which nothing had begun, and by those that start no run.
BOOST_AUTO_TEST_CASE(a_call_that_had_no_run_is_given_up_without_a_word) {
  call(1, "slow");
  cancel(1, "changed my mind");
  call(2, "quick");
  let_call("TestX", 3, 7);
  advance(60s);
  cancel(2, "changed my mind");
  call(3, "quick");
  let_call("answer");
  BOOST_TEST(last_text() == "done");
  call(4, "slow");
  advance(60s);
  cancel(4, "timed out");
  call(5, "quick");
  let_call("answer");
  BOOST_TEST(last_text().starts_with("slow was given up by its client after 60 s, before its run had begun"));
}

// opencode does so.
BOOST_AUTO_TEST_CASE(a_cancel_for_a_call_that_was_answered_changes_nothing) {
  call(1, "slow", "{}", "1");
  let_call("TestX", 3, 7);
  let_call("answer");
  advance(1s);
  const auto answered = lines.size();
  cancel(1, "late");
  call(2, "quick");
  let_call("answer");
  BOOST_TEST(lines.size() == answered + 1);
  BOOST_TEST(last_text() == "done");
}

BOOST_AUTO_TEST_CASE(an_id_in_use_is_refused_and_the_first_stays_valid) {
  call(7, "slow");
  const auto first = behaviour.actor;
  call(7, "slow");
  BOOST_REQUIRE_EQUAL(lines.size(), 1u);
  BOOST_TEST(last().at("error").at("code").as_int64() == -32600);
  BOOST_TEST((first == behaviour.actor));
  let_call("answer");
  BOOST_TEST(last().contains("result"));
}

BOOST_AUTO_TEST_CASE(a_subscription_may_not_take_an_id_in_use) {
  const std::string listen =
      R"({"jsonrpc":"2.0","id":7,"method":"subscriptions/listen","params":{"notifications":{},"_meta":{)"
      R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})";
  say(listen);
  BOOST_TEST(last().at("method").as_string() == "notifications/subscriptions/acknowledged");
  say(listen);
  BOOST_TEST(last().at("error").at("code").as_int64() == -32600);
}

BOOST_AUTO_TEST_CASE(progress_goes_out_with_a_token_only_and_keeps_its_distance_from_the_answer) {
  call(1, "slow");
  let_call("news", 1);
  BOOST_TEST(lines.empty());
  let_call("answer");
  lines.clear();
  call(2, "slow", "{}", "0");
  advance(200ms);
  let_call("news", 1);
  BOOST_REQUIRE_EQUAL(lines.size(), 1u);
  BOOST_TEST(last().at("method").as_string() == "notifications/progress");
  BOOST_TEST(last().at("params").at("progressToken").as_int64() == 0);
  let_call("answer");
  BOOST_TEST(lines.size() == 1u);  // held
  advance(60ms);
  BOOST_REQUIRE_EQUAL(lines.size(), 2u);
  BOOST_TEST(last().at("id").as_int64() == 2);
}

BOOST_AUTO_TEST_CASE(a_wrong_argument_is_a_result_that_names_it) {
  call(1, "slow", R"({"wrod":"x"})");
  const auto answer = last();
  BOOST_TEST(answer.at("result").at("isError").as_bool());
  const auto& text = answer.at("result").at("content").at(0).at("text").as_string();
  BOOST_TEST(std::string_view{text}.find("wrod") != std::string_view::npos);
}

BOOST_AUTO_TEST_CASE(a_full_table_answers_busy_at_once) {
  for (int id = 1; id <= static_cast<int>(limits::open_calls); ++id) call(id, "slow");
  BOOST_TEST(lines.empty());
  call(5000, "slow");
  BOOST_REQUIRE_EQUAL(lines.size(), 1u);
  BOOST_TEST(last().at("id").as_int64() == 5000);
  BOOST_TEST(last().at("result").at("isError").as_bool());
}

BOOST_AUTO_TEST_CASE(calls_are_busy_and_progress_is_dropped_while_the_client_does_not_read) {
  call(1, "slow", "{}", "1");
  backlog->waiting += limits::backlog_progress + 1;
  advance(200ms);
  let_call("news", 1);
  BOOST_TEST(lines.empty());
  backlog->waiting += limits::backlog_calls;
  call(2, "slow");
  BOOST_TEST(last().at("result").at("isError").as_bool());
  backlog->waiting = 0;
}

BOOST_AUTO_TEST_CASE(at_the_end_runs_are_cancelled_without_an_answer_and_short_calls_may_finish) {
  call(1, "slow");
  send_shut_down();
  BOOST_TEST(behaviour.cancelled == 1);
  BOOST_TEST(lines.empty());
}

BOOST_AUTO_TEST_CASE(a_short_call_that_is_open_at_the_end_is_still_answered) {
  call(1, "quick");
  send_shut_down();
  BOOST_TEST(behaviour.cancelled == 0);
  let_call("answer");
  BOOST_REQUIRE_EQUAL(lines.size(), 1u);
  BOOST_TEST(last().at("id").as_int64() == 1);
}

BOOST_AUTO_TEST_CASE(nothing_is_taken_on_after_the_end) {
  send_shut_down();
  call(1, "slow");
  BOOST_TEST(lines.empty());
}

BOOST_AUTO_TEST_CASE(calls_after_a_move_begin_when_it_is_done) {
  call(1, "slow");
  const auto before = behaviour.context;
  call(2, "move");
  const auto mover = behaviour.context;
  call(3, "quick");
  call(4, "quick");
  BOOST_TEST(behaviour.context.key == mover.key);  // neither has begun
  call(3, "quick");                                // but their ids are taken
  BOOST_TEST(last().contains("error"));
  call(5, "quick");
  say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}})");
  lines.clear();
  let_call("move");
  let_call("answer");
  BOOST_REQUIRE_EQUAL(lines.size(), 1u);
  BOOST_TEST(last().at("id").as_int64() == 2);
  BOOST_TEST(behaviour.context.key == mover.key + 2);  // both have, and the cancelled one has not
  BOOST_TEST(behaviour.context.workspace == "/elsewhere");
  BOOST_TEST(before.workspace == "/");
}

BOOST_AUTO_TEST_CASE(a_move_that_fails_or_dies_or_is_cancelled_holds_nobody_up) {
  call(1, "move");
  call(2, "quick");
  let_call("throw");
  BOOST_TEST(behaviour.context.workspace == "/");
  let_call("answer");
  BOOST_TEST(last().at("id").as_int64() == 2);
  call(3, "move");
  const auto mover = behaviour.context.key;
  call(4, "quick");
  say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}})");
  BOOST_TEST(behaviour.context.key == mover + 1);
  let_call("answer");
  BOOST_TEST(last().at("id").as_int64() == 4);
  BOOST_TEST(behaviour.context.workspace == "/");
}

struct known_run : dispatcher_fixture {
  void record() {
    auto run = std::make_shared<parsers::finished_run>();
    run->root = "/";
    self->send(with.failures, record_run{run});
    this->run();
  }
  bool is_known() { return ask<finished_run_ptr>(with.failures, latest_run{}).value() != nullptr; }
};

BOOST_FIXTURE_TEST_CASE(a_move_forgets_the_runs_but_not_one_that_is_cancelled, known_run) {
  record();
  call(1, "move");
  const auto mover = behaviour;
  say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  self->send(entry, workspace_moved{mover.context.key, "/elsewhere"});  // too late
  run();
  BOOST_TEST(is_known());
  call(2, "move");
  let_call("move");
  BOOST_TEST(!is_known());
  record();  // of the old workspace
  BOOST_TEST(!is_known());
}

BOOST_AUTO_TEST_CASE(short_calls_behind_a_move_are_answered_at_the_end_too) {
  call(1, "move");
  call(2, "quick");
  call(3, "slow");
  send_shut_down();
  let_call("answer");
  BOOST_TEST(last().at("id").as_int64() == 1);
  let_call("answer");
  BOOST_TEST(last().at("id").as_int64() == 2);
  BOOST_TEST(lines.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
