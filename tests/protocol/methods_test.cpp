#include "tests/protocol/session_fixture.hpp"

namespace covey::protocol {
namespace {

BOOST_FIXTURE_TEST_SUITE(methods, session_fixture)

BOOST_AUTO_TEST_CASE(a_line_that_is_no_json_is_answered_without_id) {
  const auto given = answer("{");
  BOOST_TEST(!given.contains("id"));
  BOOST_TEST(given.at("error").at("code").as_int64() == -32700);
}

BOOST_AUTO_TEST_CASE(an_invalid_request_is_answered_with_its_id) {
  const auto given = answer(R"({"id":"a","method":"ping"})");
  BOOST_TEST(given.at("id").as_string() == "a");
  BOOST_TEST(given.at("error").at("code").as_int64() == -32600);
}

BOOST_AUTO_TEST_CASE(a_client_hears_of_the_halves_that_it_is_sent) {
  const auto has_schema = [](const json::object& listed) {
    return listed.at("result").at("tools").at(0).as_object().contains("outputSchema");
  };
  const auto sent = [&](const std::string& line) { return std::get<call_tool>(decide(line)).sent; };
  const std::string named = R"("io.modelcontextprotocol/clientInfo":{"name":"opencode","version":"9"},)";
  BOOST_TEST(has_schema(answer(modern("tools/list"))));
  BOOST_TEST((sent(modern("tools/call", R"("name":"count",)")) == halves::both));
  BOOST_TEST(!has_schema(answer(modern("tools/list", "", named))));
  BOOST_TEST((sent(modern("tools/call", R"("name":"count",)", named)) == halves::text));
  BOOST_TEST((sent(modern("tools/call", R"("name":"count",)")) == halves::text));  // the same client still
  answer(legacy("initialize", R"({"protocolVersion":"2025-06-18","clientInfo":{"name":"other"}})"));
  BOOST_TEST(has_schema(answer(legacy("tools/list"))));
  answer(
      legacy("initialize", R"({"protocolVersion":"2025-06-18","clientInfo":{"name":"codex-mcp-client"}})"));
  BOOST_TEST(!has_schema(answer(legacy("tools/list"))));
  BOOST_TEST((std::get<call_tool>(decide(legacy("tools/call", R"({"name":"count"})"))).from->gives_up_after ==
              std::chrono::seconds{300}));
}

BOOST_AUTO_TEST_CASE(a_user_decides_for_all_clients) {
  session open{{"covey", "1", ""}, pointers, halves::both};
  const auto made = open.decide(read_message(modern(
      "tools/call", R"("name":"count",)", R"("io.modelcontextprotocol/clientInfo":{"name":"opencode"},)")));
  BOOST_TEST((std::get<call_tool>(made).sent == halves::both));
}

BOOST_AUTO_TEST_CASE(a_batch_is_refused) {
  BOOST_TEST(code(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])") == -32600);
}

BOOST_AUTO_TEST_CASE(a_version_that_is_not_served_is_refused_on_every_request) {
  for (const std::string version : {"1900-01-01", "2025-11-25", ""})
    for (const std::string method : {"tools/list", "server/discover", "nonsense"}) {
      const auto error = answer(legacy(method, R"({"_meta":{"io.modelcontextprotocol/protocolVersion":")" +
                                                   version + R"("}})"))
                             .at("error");
      BOOST_TEST(error.at("code").as_int64() == -32022);
      BOOST_TEST(to_text(error.at("data")) ==
                 R"({"supported":["2026-07-28"],"requested":")" + version + R"("})");
    }
}

BOOST_AUTO_TEST_CASE(a_modern_envelope_that_lacks_something_is_refused) {
  for (
      const std::string meta : {
          R"("io.modelcontextprotocol/protocolVersion":"2026-07-28")",
          R"("io.modelcontextprotocol/clientCapabilities":{})",
          R"("io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"})",
          R"("io.modelcontextprotocol/protocolVersion":20260728,"io.modelcontextprotocol/clientCapabilities":{})",
          R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[])",
      })
    BOOST_TEST(code(legacy("tools/list", R"({"_meta":{)" + meta + "}}")) == -32602, meta);
}

BOOST_AUTO_TEST_CASE(a_log_level_must_be_one_of_the_eight) {
  BOOST_TEST(code(modern("tools/list", "", R"("io.modelcontextprotocol/logLevel":"loud",)")) == -32602);
  BOOST_TEST(code(modern("tools/list", "", R"("io.modelcontextprotocol/logLevel":7,)")) == -32602);
  for (const std::string level :
       {"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"})
    BOOST_TEST(answer(modern("tools/list", "", R"("io.modelcontextprotocol/logLevel":")" + level + "\","))
                   .contains("result"));
}

BOOST_AUTO_TEST_CASE(a_method_that_modern_mcp_does_not_have_is_unknown) {
  for (const std::string method : {"initialize", "ping", "logging/setLevel", "resources/subscribe",
                                   "tasks/list", "prompts/list", "resources/list", "", "tools/List"})
    BOOST_TEST(code(modern(method)) == -32601, method);
}

BOOST_AUTO_TEST_CASE(a_modern_method_without_the_version_sends_the_client_to_the_handshake) {
  for (const std::string method : {"server/discover", "subscriptions/listen"}) {
    BOOST_TEST(code(legacy(method)) == -32602);
    initialize();
    BOOST_TEST(code(legacy(method)) == -32602);
  }
}

BOOST_AUTO_TEST_CASE(a_legacy_request_before_initialize_is_told_both_ways_to_open) {
  for (const std::string method : {"tools/list", "tools/call", "nonsense"}) {
    BOOST_TEST(code(legacy(method)) == -32602);
    const auto text = message(legacy(method));
    BOOST_TEST(text.find("initialize") != std::string::npos);
    BOOST_TEST(text.find("io.modelcontextprotocol/protocolVersion") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(a_legacy_method_that_is_not_there_is_unknown) {
  initialize();
  for (const std::string method : {"logging/setLevel", "resources/list", "nonsense"})
    BOOST_TEST(code(legacy(method)) == -32601, method);
}

BOOST_AUTO_TEST_CASE(initialize_is_answered_with_a_served_legacy_version) {
  struct row {
    std::string asked, answered;
  };
  const std::vector<row> rows{{"2024-11-05", "2024-11-05"},
                              {"2025-03-26", "2025-03-26"},
                              {"2025-06-18", "2025-06-18"},
                              {"2025-11-25", "2025-11-25"},
                              {"2026-07-28", "2025-11-25"},
                              {"1900-01-01", "2025-11-25"},
                              {"", "2025-11-25"}};
  for (const auto& [asked, answered] : rows)
    BOOST_TEST(answer(legacy("initialize", R"({"protocolVersion":")" + asked + R"("})"))
                   .at("result")
                   .at("protocolVersion")
                   .as_string() == answered);
}

BOOST_AUTO_TEST_CASE(initialize_is_never_refused) {
  for (const std::string params : {"{}", R"({"protocolVersion":7})", R"({"protocolVersion":null})"})
    BOOST_TEST(answer(legacy("initialize", params)).contains("result"), params);
  BOOST_TEST(answer(R"({"jsonrpc":"2.0","id":0,"method":"initialize"})").contains("result"));
}

BOOST_AUTO_TEST_CASE(initialize_says_who_answers_and_what_there_is) {
  BOOST_TEST(to_text(answer(legacy("initialize", R"({"protocolVersion":"2025-06-18"})")).at("result")) ==
             R"({"protocolVersion":"2025-06-18","capabilities":{"tools":{}},)"
             R"("serverInfo":{"name":"covey","version":"1.2.3"},"instructions":"Run the tests."})");
}

BOOST_AUTO_TEST_CASE(a_handshake_that_carries_modern_stamps_is_still_a_handshake) {
  BOOST_TEST(answer(modern("initialize", R"("protocolVersion":"2025-11-25",)")).contains("result"));
}

BOOST_AUTO_TEST_CASE(initialize_is_answered_again_and_after_modern_requests) {
  BOOST_TEST(answer(modern("server/discover")).contains("result"));
  BOOST_TEST(answer(modern("tools/list")).contains("result"));
  initialize();
  initialize();
  BOOST_TEST(answer(legacy("tools/list")).contains("result"));
  BOOST_TEST(answer(modern("tools/list")).contains("result"));
}

BOOST_AUTO_TEST_CASE(discover_answers_with_the_modern_versions_alone) {
  BOOST_TEST(
      to_text(answer(modern("server/discover")).at("result")) ==
      R"({"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}},)"
      R"("instructions":"Run the tests.","ttlMs":3600000,"cacheScope":"private",)"
      R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"covey","version":"1.2.3"}}})");
}

BOOST_AUTO_TEST_CASE(a_legacy_ping_is_answered_with_exactly_nothing) {
  BOOST_TEST(std::get<respond>(decide(legacy("ping", "{}", "\"p\""))).line ==
             "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}\n");
}

BOOST_AUTO_TEST_CASE(tools_are_listed_in_their_order_on_one_page) {
  initialize();
  const auto legacy_result = answer(legacy("tools/list")).at("result").as_object();
  BOOST_TEST(legacy_result.size() == 1u);
  const auto& tools = legacy_result.at("tools").as_array();
  BOOST_TEST(tools.size() == 2u);
  BOOST_TEST(tools[0].at("name").as_string() == "count");
  BOOST_TEST(tools[1].at("name").as_string() == "read");
  const auto modern_result = answer(modern("tools/list")).at("result").as_object();
  BOOST_TEST(modern_result.at("tools") == legacy_result.at("tools"));
  BOOST_TEST(modern_result.at("resultType").as_string() == "complete");
  BOOST_TEST(modern_result.at("ttlMs").as_int64() == 3600000);
  BOOST_TEST(modern_result.at("cacheScope").as_string() == "private");
  BOOST_TEST(!modern_result.contains("nextCursor"));
}

BOOST_AUTO_TEST_CASE(a_cursor_that_nobody_gave_out_is_refused) {
  initialize();
  for (const std::string cursor : {"\"x\"", "\"\"", "7"}) {
    BOOST_TEST(code(legacy("tools/list", R"({"cursor":)" + cursor + "}")) == -32602);
    BOOST_TEST(code(modern("tools/list", R"("cursor":)" + cursor + ",")) == -32602);
  }
}

BOOST_AUTO_TEST_CASE(a_modern_call_may_be_the_very_first_line) {
  const auto made = decide(modern("tools/call", R"("name":"read","arguments":{"file":"a"},)"));
  const auto& call = std::get<call_tool>(made);
  BOOST_TEST(to_json(call.id) == "1");
  BOOST_TEST((call.in == era::modern));
  BOOST_TEST(call.tool == 1u);
  BOOST_TEST(to_text(call.arguments) == R"({"file":"a"})");
  BOOST_TEST(!call.progress_token.has_value());
}

BOOST_AUTO_TEST_CASE(a_legacy_call_needs_no_arguments) {
  initialize();
  const auto made = decide(legacy("tools/call", R"({"name":"count"})", "\"x\""));
  const auto& call = std::get<call_tool>(made);
  BOOST_TEST(to_json(call.id) == "\"x\"");
  BOOST_TEST((call.in == era::legacy));
  BOOST_TEST(call.tool == 0u);
  BOOST_TEST(call.arguments.empty());
}

BOOST_AUTO_TEST_CASE(arguments_and_cursors_that_are_null_are_absent) {
  initialize();
  const auto made = decide(legacy("tools/call", R"({"name":"count","arguments":null})"));
  BOOST_TEST(std::get<call_tool>(made).arguments.empty());
  BOOST_TEST(answer(legacy("tools/list", R"({"cursor":null})")).contains("result"));
  BOOST_TEST(answer(modern("tools/list", R"("cursor":null,)")).contains("result"));
  const auto open = decide(modern("subscriptions/listen", R"("notifications":null,)"));
  BOOST_CHECK(std::holds_alternative<listen>(open));
}

BOOST_AUTO_TEST_CASE(an_unknown_tool_is_named_and_the_known_ones_are_listed) {
  initialize();
  BOOST_TEST(code(legacy("tools/call", R"({"name":"nope"})")) == -32602);
  BOOST_TEST(message(legacy("tools/call", R"({"name":"nope"})")) ==
             "unknown tool nope; the tools are count, read");
  BOOST_TEST(code(modern("tools/call", R"("name":"Read",)")) == -32602);
}

BOOST_AUTO_TEST_CASE(a_call_without_name_or_with_odd_arguments_is_refused) {
  for (const std::string members : {"", R"("name":7,)", R"("arguments":{},)",
                                    R"("name":"read","arguments":[],)", R"("name":"read","arguments":"a",)"})
    BOOST_TEST(code(modern("tools/call", members)) == -32602, members);
}

BOOST_AUTO_TEST_CASE(a_progress_token_is_kept_as_it_came) {
  for (const std::string token : {"0", "-3", "\"\"", "\"a\"", "18446744073709551615"}) {
    const auto made = decide(modern("tools/call", R"("name":"count",)", R"("progressToken":)" + token + ","));
    const auto& call = std::get<call_tool>(made);
    BOOST_REQUIRE(call.progress_token.has_value());
    BOOST_TEST(to_text(*call.progress_token) == token);
  }
}

BOOST_AUTO_TEST_CASE(a_progress_token_of_another_type_is_ignored) {
  for (const std::string token : {"null", "1.5", "true", "{}", "[]"}) {
    const auto made = decide(modern("tools/call", R"("name":"count",)", R"("progressToken":)" + token + ","));
    BOOST_TEST(!std::get<call_tool>(made).progress_token.has_value(), token);
  }
}

BOOST_AUTO_TEST_CASE(listening_is_acknowledged_with_nothing_to_listen_to) {
  const auto made = decide(modern("subscriptions/listen", R"("notifications":{"toolsListChanged":true},)"));
  const auto& open = std::get<listen>(made);
  BOOST_TEST(to_json(open.id) == "1");
  BOOST_TEST(open.acknowledgement ==
             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":"
             "{\"notifications\":{},\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":1}}}\n");
  BOOST_TEST(code(modern("subscriptions/listen", R"("notifications":[],)")) == -32602);
}

BOOST_AUTO_TEST_CASE(a_cancellation_names_the_request_in_either_era) {
  for (const std::string id : {"0", "7", "\"abc\""})
    for (const std::string meta :
         {"", R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01"},"reason":"no")"}) {
      const auto made = decide(
          R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id + meta + "}}");
      BOOST_TEST(to_json(std::get<cancel>(made).id) == id);
    }
}

BOOST_AUTO_TEST_CASE(what_needs_no_answer_gets_none) {
  for (const std::string line : {
           R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
           R"({"jsonrpc":"2.0","method":"notifications/roots/list_changed"})",
           R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"count"}})",
           R"({"jsonrpc":"2.0","method":"notifications/cancelled"})",
           R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}})",
           R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1.5}})",
           R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":[7]})",
           R"({"jsonrpc":"2.0","id":9,"result":{}})",
           "",
       })
    BOOST_TEST(std::holds_alternative<nothing>(decide(line)), line);
}

BOOST_AUTO_TEST_CASE(a_huge_name_is_not_repeated_in_full) {
  initialize();
  const std::string huge(1'000'000, 'x');
  BOOST_TEST(message(legacy("tools/call", R"({"name":")" + huge + R"("})")).size() < 1000u);
  BOOST_TEST(message(legacy(huge)).size() < 1000u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
