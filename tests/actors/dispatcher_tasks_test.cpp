// The tasks extension: calls that are answered with a task.
#include "tests/actors/dispatcher_fixture.hpp"

using namespace covey;
using namespace covey::actors;
using namespace covey::tests;

BOOST_FIXTURE_TEST_SUITE(dispatcher_tasks, dispatcher_fixture)

BOOST_AUTO_TEST_CASE(a_long_call_of_a_client_that_takes_tasks_becomes_one) {
  call(1, "slow", "{}", "", takes_tasks);
  BOOST_TEST((behaviour.context.patience < limits::task_after));
  BOOST_TEST(lines.empty());
  advance(limits::task_after);
  BOOST_REQUIRE_EQUAL(lines.size(), 1u);
  const auto made = last().at("result").as_object();
  BOOST_TEST(made.at("resultType").as_string() == "task");
  BOOST_TEST(made.at("status").as_string() == "working");
  const auto task = R"("taskId":")" + std::string{made.at("taskId").as_string()} + R"(",)";
  let_call("some news", 3);
  ask_about(1, "tasks/get", task);  // the id of the call is free again
  BOOST_TEST(last().at("result").at("status").as_string() == "working");
  BOOST_TEST(last().at("result").at("statusMessage").as_string() == "3 done, 0 failed: some news");
  BOOST_TEST(!last().at("result").as_object().contains("result"));
  const auto before = lines.size();
  let_call("answer");
  BOOST_TEST(lines.size() == before);
  ask_about(2, "tasks/get", task);
  const auto ended = last().at("result").as_object();
  BOOST_TEST(ended.at("resultType").as_string() == "complete");
  BOOST_TEST(ended.at("status").as_string() == "completed");
  BOOST_TEST(ended.at("result").at("structuredContent").at("status").as_string() == "done");
  ask_about(3, "tasks/cancel", task);  // too late, and no error
  BOOST_TEST(last().at("result").at("resultType").as_string() == "complete");
  BOOST_TEST(behaviour.cancelled == 0);
}

BOOST_AUTO_TEST_CASE(a_call_that_ends_soon_is_no_task_and_neither_is_a_short_question) {
  call(1, "slow", "{}", "", takes_tasks);
  let_call("answer");
  BOOST_TEST(last().at("result").at("resultType").as_string() == "complete");
  advance(limits::task_after);
  BOOST_TEST(lines.size() == 1u);
  call(2, "quick", "{}", "", takes_tasks);
  call(3, "slow");  // declares nothing
  advance(limits::task_after);
  BOOST_TEST(lines.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_call_that_asks_for_a_task_is_one_at_once) {
  say(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow","task":{"ttl":60000},"_meta":{)"
      R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":)" +
      takes_tasks + "}}}");
  BOOST_REQUIRE_EQUAL(lines.size(), 1u);
  BOOST_TEST(last().at("result").at("resultType").as_string() == "task");
}

BOOST_AUTO_TEST_CASE(a_task_is_cancelled_by_its_id_only) {
  call(1, "slow", "{}", "", takes_tasks);
  advance(limits::task_after);
  const auto task = R"("taskId":")" + std::string{last().at("result").at("taskId").as_string()} + R"(",)";
  say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  BOOST_TEST(behaviour.cancelled == 0);
  ask_about(2, "tasks/cancel", task);
  BOOST_TEST(behaviour.cancelled == 1);
  ask_about(3, "tasks/get", task);
  BOOST_TEST(last().at("result").at("status").as_string() == "cancelled");
  let_call("answer");  // not heard any more
  ask_about(4, "tasks/get", task);
  BOOST_TEST(last().at("result").at("status").as_string() == "cancelled");
}

BOOST_AUTO_TEST_CASE(a_task_whose_call_dies_has_failed) {
  call(1, "slow", "{}", "", takes_tasks);
  advance(limits::task_after);
  const auto task = R"("taskId":")" + std::string{last().at("result").at("taskId").as_string()} + R"(",)";
  let_call("throw");
  ask_about(2, "tasks/get", task);
  BOOST_TEST(last().at("result").at("status").as_string() == "failed");
  BOOST_TEST(last().at("result").at("error").at("code").as_int64() == -32603);
}

BOOST_AUTO_TEST_CASE(a_subscription_hears_of_the_end_of_its_tasks) {
  call(1, "slow", "{}", "", takes_tasks);
  advance(limits::task_after);
  const auto task = std::string{last().at("result").at("taskId").as_string()};
  ask_about(9, "subscriptions/listen", R"("notifications":{"taskIds":[")" + task + R"("]},)");
  BOOST_TEST(last().at("params").at("notifications").at("taskIds").as_array().size() == 1u);
  let_call("answer");
  BOOST_TEST(last().at("method").as_string() == "notifications/tasks");
  const auto told = last().at("params").as_object();
  BOOST_TEST(told.at("taskId").as_string() == task);
  BOOST_TEST(told.at("status").as_string() == "completed");
  BOOST_TEST(told.at("result").as_object().contains("content"));
  BOOST_TEST(told.at("_meta").at("io.modelcontextprotocol/subscriptionId").as_int64() == 9);
}

BOOST_AUTO_TEST_CASE(an_unknown_task_and_a_client_without_the_extension_are_refused) {
  ask_about(1, "tasks/get", R"("taskId":"none",)");
  BOOST_TEST(last().at("error").at("code").as_int64() == -32602);
  ask_about(2, "tasks/get", "");
  BOOST_TEST(last().at("error").at("code").as_int64() == -32602);
  say(R"({"jsonrpc":"2.0","id":3,"method":"tasks/get","params":{"taskId":"x","_meta":{)"
      R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})");
  BOOST_TEST(last().at("error").at("code").as_int64() == -32021);
  BOOST_TEST(last().at("error").at("data").at("requiredCapabilities").at("extensions").as_object().size() ==
             1u);
}

BOOST_AUTO_TEST_SUITE_END()
