// A session with two tools, spoken to in JSON.
#pragma once

#include "protocol/methods.hpp"
#include <boost/test/unit_test.hpp>
#include <array>

namespace covey::protocol {

struct session_fixture {
  std::vector<tool_description> descriptions{describe_counter(), describe_reader()};
  std::array<const tool_description*, 2> pointers{&descriptions[0], &descriptions[1]};
  session under_test{{"covey", "1.2.3", "Run the tests."}, pointers};

  decision decide(std::string_view line) { return under_test.decide(read_message(line)); }

  // The answer to a request that no tool is needed for.
  json::object answer(std::string_view line) {
    const auto made = decide(line);
    const auto* response = std::get_if<respond>(&made);
    BOOST_REQUIRE(response != nullptr);
    BOOST_REQUIRE(!response->line.empty() && response->line.back() == '\n');
    auto parsed = parse_json(std::string_view{response->line}.substr(0, response->line.size() - 1));
    BOOST_REQUIRE(parsed.ok());
    return parsed.value.as_object();
  }

  int code(std::string_view line) { return static_cast<int>(answer(line).at("error").at("code").as_int64()); }

  std::string message(std::string_view line) {
    return std::string{std::string_view{answer(line).at("error").at("message").as_string()}};
  }

  void initialize() { answer(legacy("initialize", R"({"protocolVersion":"2025-11-25"})")); }

  static std::string legacy(std::string_view method, std::string_view params = "{}",
                            std::string_view id = "1") {
    return R"({"jsonrpc":"2.0","id":)" + std::string{id} + R"(,"method":")" + std::string{method} +
           R"(","params":)" + std::string{params} + "}";
  }

  // With the envelope of 2026-07-28; `members` are further ones of params, `meta` of its _meta, each with a
  // comma.
  static std::string modern(std::string_view method, std::string_view members = "",
                            std::string_view meta = "") {
    return legacy(method, "{" + std::string{members} + R"("_meta":{)" + std::string{meta} +
                              R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                              R"("io.modelcontextprotocol/clientCapabilities":{}}})");
  }

 private:
  static tool_description describe_counter() {
    tool_description out{"count", "Count", "Counts.", {}, R"({"type":"object"})", {}};
    out.hints.read_only = true;
    return out;
  }
  static tool_description describe_reader() {
    tool_description out{"read", "Read", "Reads a file.", {}, R"({"type":"object"})", {}};
    out.arguments = {{"file", argument_type::string, "which", true}};
    return out;
  }
};

}  // namespace covey::protocol
