#include "tests/e2e/client_scenario.hpp"
#include "tests/support/answers.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::testing {
namespace {

constexpr seconds run_deadline{90};

std::vector<std::string> tool_names(session& server) {
  std::vector<std::string> names;
  const auto listed = server.result(server.request("tools/list"));
  for (const auto& tool : listed.at("tools").as_array()) names.emplace_back(tool.at("name").as_string());
  return names;
}

void expect_era(const session& server, const json::object& result) {
  BOOST_TEST(result.contains("resultType") == server.is_modern());
  BOOST_TEST(at_path(result, "_meta").is_object() == server.is_modern());
}

void lists_and_short_calls(session& server) {
  const auto names = tool_names(server);
  BOOST_TEST(names.size() >= 4u);
  BOOST_TEST(names == tool_names(server), boost::test_tools::per_element());

  const auto quick = server.call("last_test_failures");
  expect_era(server, quick);
  BOOST_TEST(text_of(quick) == "no run_tests call yet in this session");

  const auto unknown = server.answer(server.start_call("no_such_tool_for_probe"));
  BOOST_TEST(at_path(unknown, "error.code") == -32602);
}

void progress_rises(session& server, const json::value& token) {
  const auto run = server.start_call("run_tests", {}, token);
  const auto result = server.result(run, run_deadline);
  const auto answered = clock::now();
  expect_era(server, result);
  const auto values = server.progress_of(token);
  BOOST_TEST(values.size() >= 2u);
  for (std::size_t i = 1; i < values.size(); ++i) BOOST_TEST(values[i] > values[i - 1]);
  // A client that reads the last progress line and the answer in one piece loses the line.
  BOOST_TEST((answered - server.notices().back().when >= milliseconds{30}));
}

void short_call_during_a_long_one(session& server) {
  const auto slow = server.start_call("run_tests");
  const auto quick = server.start_call("last_test_failures");
  server.answer(quick);
  BOOST_TEST(!server.has_answer(slow));
  server.answer(slow, run_deadline);
}

void cancelled_run(session& server, const json::value& token) {
  const auto run = server.start_call("run_tests", {}, token);
  BOOST_REQUIRE(server.until([&] { return !server.progress_of(token).empty(); }));
  server.cancel(run);
  // What the server had written before it read the cancel may still come, in front of this answer.
  server.call("last_test_failures");
  const auto seen = server.progress_of(token).size();
  // The next run begins when the cancelled one has ended.
  const auto next = server.start_call("run_tests");
  server.answer(next, run_deadline);
  BOOST_TEST(server.progress_of(token).size() == seen);
  BOOST_TEST(!server.has_answer(run));
}

void ping(session& server) {
  const auto answer = server.answer(server.request("ping"));
  if (server.is_modern())
    BOOST_TEST(at_path(answer, "error.code") == -32601);
  else
    BOOST_TEST(answer.at("result") == json::value(json::object{}));
}

}  // namespace

void play_client_scenario(session& server) {
  lists_and_short_calls(server);
  progress_rises(server, 0);  // the official clients count from zero
  short_call_during_a_long_one(server);
  cancelled_run(server, "a text token");
  ping(server);
  // Two of the five runs were asked for with a token; no other says anything.
  for (const auto& [when, message] : server.notices()) {
    const auto token = at_path(message, "params.progressToken");
    BOOST_TEST((token == 0 || token == "a text token"));
  }
}

}  // namespace covey::testing
