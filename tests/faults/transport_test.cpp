// Clients that do not read, do not write whole lines, or go away.
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <sys/wait.h>

using namespace covey::testing;

BOOST_FIXTURE_TEST_SUITE(transport, covey_fixture)

BOOST_AUTO_TEST_CASE(a_message_may_be_cut_at_every_byte) {
  auto& server = start_open();
  const auto length = server.request_text(1000, "ping", {}).size();
  for (std::size_t cut = 1; cut < length; ++cut) {
    const auto id = 1000 + static_cast<std::int64_t>(cut);
    const auto line = server.request_text(id, "ping", {}) + "\r\n";
    server.send_bytes(line.substr(0, cut));
    server.send_bytes(line.substr(cut));
    server.result(id);
  }
}

BOOST_AUTO_TEST_CASE(invalid_utf8_is_a_parse_error_and_nothing_of_it_is_echoed) {
  auto& server = start_open();
  while (!server.next_line(milliseconds{1}).empty()) continue;
  server.send_line("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\xff\xfe\"}");
  const auto answer = server.next_line();
  BOOST_TEST(at_path(json::parse(answer), "error.code") == -32700);
  BOOST_TEST(answer.find('\xff') == std::string::npos);
  server.result(server.request("ping"));
}

BOOST_AUTO_TEST_CASE(an_id_in_use_is_refused_and_its_first_owner_is_answered) {
  use_fake_go("steady:0.5");
  auto& server = start_open("2025-11-25");
  while (!server.next_line(milliseconds{1}).empty()) continue;
  const auto call =
      R"({"jsonrpc":"2.0","id":"twice","method":"tools/call","params":{"name":"run_tests","arguments":{}}})";
  server.send_line(call);
  server.send_line(call);
  const auto refused = json::parse(server.next_line());
  BOOST_TEST(at_path(refused, "error.code") == -32600);
  const auto answered = json::parse(server.next_line());
  BOOST_TEST(at_path(answered, "result.structuredContent.status") == "passed");
}

BOOST_AUTO_TEST_CASE(ten_thousand_calls_of_a_client_that_does_not_read_are_all_answered_later) {
  auto& server = start_open();
  server.stop_reading();
  std::vector<std::int64_t> ids;
  for (int i = 0; i < 10000; ++i) ids.push_back(server.start_call("last_test_failures"));
  server.go_on_reading();
  for (const auto id : ids) server.result(id);
  BOOST_TEST(peak_memory(server.pid()) < 150u * 1024);
}

BOOST_AUTO_TEST_CASE(a_client_that_never_reads_is_not_read_from_for_ever) {
  auto& server = start_open();
  server.stop_reading();
  constexpr int count = 10000;  // of some 30 KB each: far more than the server may hoard
  for (int i = 0; i < count; ++i) server.queue_line(server.request_text(10000 + i, "tools/list", {}));
  BOOST_TEST(!server.until([&] { return server.all_written(); }, milliseconds{1500}));
  std::cout << "peak memory of a server that is not read from: " << peak_memory(server.pid()) << " KiB\n";
  BOOST_TEST(peak_memory(server.pid()) < 100u * 1024);
  server.go_on_reading();
  for (int i = 0; i < count; ++i) server.result(10000 + i);
}

BOOST_AUTO_TEST_CASE(a_cancel_is_heard_from_a_client_that_does_not_read) {
  use_fake_go("ignore-term,steady:60");
  auto& server = start_open();
  const auto run = server.start_call("run_tests", {}, "run");
  BOOST_REQUIRE(server.until([&] { return !server.progress_of("run").empty(); }));
  server.stop_reading();
  server.cancel(run);
  BOOST_TEST(eventually([this] { return processes().size() == 1; }, seconds{5}), describe(processes()));
  server.go_on_reading();
}

BOOST_AUTO_TEST_CASE(a_client_that_closes_its_end_of_the_output_is_gone) {
  use_fake_go("ignore-term,steady:60");
  auto& server = start_open();
  server.start_call("run_tests", {}, "run");
  BOOST_REQUIRE(server.until([&] { return !server.progress_of("run").empty(); }));
  server.close_output();
  // It notices at its next progress line.
  const auto status = server.wait_for_exit(seconds{5});
  BOOST_REQUIRE(status);
  BOOST_TEST((WIFEXITED(*status) && WEXITSTATUS(*status) == 0), "wait status " << *status);
  expect_nothing_left(seconds{3});
  forget(server);
}

BOOST_AUTO_TEST_CASE(a_full_or_closed_stderr_stops_nothing) {
  for (const bool closed : {false, true}) {
    auto& server = start_open();
    server.stop_reading_errors();
    if (closed) server.close_errors();
    for (int i = 0; i < 5000; ++i) server.send_line("this is no JSON, and a reason to write to the log");
    server.result(server.request("ping"));
  }
}

BOOST_AUTO_TEST_CASE(T10_a_client_that_floods_reads_nothing_and_closes_is_not_waited_for) {
  auto& server = start_open();
  server.stop_reading();
  for (int i = 0; i < 40000; ++i) server.queue_line(server.request_text(10000 + i, "tools/list", {}));
  BOOST_TEST(!server.until([&] { return server.all_written(); }, milliseconds{1500}));
  const auto start = clock::now();
  server.close_input();
  BOOST_TEST(eventually([&] { return !is_alive(server.pid()); }, seconds{5}));
  std::cout << "closed by a client that does not read: gone after " << since(start).count() << " ms\n";
  BOOST_TEST(since(start).count() <= 2000);
  server.wait_for_exit(seconds{5});
  forget(server);
}

BOOST_AUTO_TEST_CASE(T3_a_line_over_the_limit_is_answered_by_its_id_wherever_that_stands) {
  auto& server = start_open();
  while (!server.next_line(milliseconds{1}).empty()) continue;
  const std::string padding(5u << 20, 'x');
  server.send_line(R"({"jsonrpc":"2.0","id":"first","method":"ping","params":{"id":1,"p":")" + padding +
                   "\"}}");
  server.send_line(R"({"method":"ping","params":{"id":1,"p":")" + padding + R"("},"jsonrpc":"2.0","id":77})");
  for (const std::string id : {"\"first\"", "77"}) {
    const auto answer = json::parse(server.next_line());
    BOOST_TEST(at_path(answer, "error.code") == -32700);
    BOOST_TEST(json::serialize(at_path(answer, "id")) == id);
  }
  server.result(server.request("ping"));
}

BOOST_AUTO_TEST_CASE(T5_an_unpaired_surrogate_is_answered_by_its_id) {
  auto& server = start_open();
  while (!server.next_line(milliseconds{1}).empty()) continue;
  server.send_line(
      R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"run_tests","arguments":{"language":"\ud800"}}})");
  const auto answer = json::parse(server.next_line());
  BOOST_TEST(at_path(answer, "error.code") == -32700);
  BOOST_TEST(at_path(answer, "id") == 7);
}

BOOST_AUTO_TEST_CASE(T6_an_id_that_is_written_as_a_decimal_is_answered_as_it_came) {
  auto& server = start_open();
  while (!server.next_line(milliseconds{1}).empty()) continue;
  server.send_line(R"({"jsonrpc":"2.0","id":1.0,"method":"ping","params":null})");
  BOOST_TEST(server.next_line() == R"({"jsonrpc":"2.0","id":1.0,"result":{}})");
}

BOOST_AUTO_TEST_SUITE_END()
