#include "tests/protocol/body_text.hpp"
#include "protocol/rpc.hpp"
#include "protocol/text.hpp"
#include "protocol/tool.hpp"
#include <boost/test/unit_test.hpp>
#include <array>

namespace covey::protocol {
namespace {

const server_info server{"covey", "1.2.3", ""};

json::object body_of(const tool_answer& answer) {
  const auto parsed = parse_json("{" + body_text(answer) + "}");
  BOOST_REQUIRE(parsed.ok());
  return parsed.value.as_object();
}

BOOST_AUTO_TEST_SUITE(tools)

BOOST_AUTO_TEST_CASE(an_answer_has_both_halves) {
  const tool_answer answer{"one\ntwo \"three\"", {{"a", 1}}, false};
  BOOST_TEST(
      body_text(answer) ==
      R"("content":[{"type":"text","text":"one\ntwo \"three\""}],"structuredContent":{"a":1},"isError":false)");
}

BOOST_AUTO_TEST_CASE(an_error_has_a_structured_half_only_if_there_is_something_in_it) {
  BOOST_TEST(body_text(tool_error("no")) == R"("content":[{"type":"text","text":"no"}],"isError":true)");
  BOOST_TEST(body_text({"no", {{"a", 1}}, true}) ==
             R"("content":[{"type":"text","text":"no"}],"structuredContent":{"a":1},"isError":true)");
  BOOST_TEST(body_of({"fine", {}, false}).at("structuredContent").as_object().empty());
}

BOOST_AUTO_TEST_CASE(a_client_gets_the_half_that_it_shows) {
  const tool_answer answer{"one", {{"a", 1}}, false};
  BOOST_TEST(body_text(answer, {}, halves::text) ==
             R"("content":[{"type":"text","text":"one"}],"isError":false)");
  BOOST_TEST(body_text(answer, {}, halves::structured) ==
             R"("content":[],"structuredContent":{"a":1},"isError":false)");
  BOOST_TEST(body_text(tool_error("no"), {}, halves::structured) ==
             R"("content":[{"type":"text","text":"no"}],"isError":true)");
  BOOST_TEST(body_text(json_answer({{"a", 1}}), {}, halves::text) ==
             R"("content":[{"type":"text","text":"{\"a\":1}"}],"isError":false)");
  auto with_words = json_answer({{"a", 1}});
  with_words.text = "one";
  BOOST_TEST(body_text(with_words, {}, halves::text) ==
             R"("content":[{"type":"text","text":"one"}],"isError":false)");
  BOOST_TEST(body_text(with_words, {}, halves::both) ==
             R"("content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1},"isError":false)");
}

BOOST_AUTO_TEST_CASE(a_notice_comes_first_in_each_half) {
  const auto with = [](const tool_answer& answer) {
    return tool_result(era::legacy, with_notice(encode_answer(answer), "a \"b\""), server);
  };
  BOOST_TEST(with({"one", {{"a", 1}}, false}) ==
             R"({"content":[{"type":"text","text":"a \"b\"\none"}],)"
             R"("structuredContent":{"given_up":"a \"b\"","a":1},"isError":false})");
  BOOST_TEST(with(tool_error("no")) ==
             R"({"content":[{"type":"text","text":"a \"b\"\nno"}],"isError":true})");
  for (const json::object& members : {json::object{{"a", 1}}, json::object{}}) {
    const auto parsed = parse_json(with(json_answer(members))).value;
    const auto text = parsed.at("content").at(0).at("text").as_string();
    BOOST_TEST(parse_json(text).value == parsed.at("structuredContent"));
    BOOST_TEST(parsed.at("structuredContent").as_object().begin()->key() == "given_up");
  }
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_never_reach_the_client) {
  const auto body = body_of({"a\xFF\x01", {{"k", json::array{"\xC3(", "b"}}}, false});
  BOOST_TEST(body.at("content").as_array()[0].at("text").as_string() == "a\uFFFD\\x01");
  BOOST_TEST(body.at("structuredContent").at("k").as_array()[0].as_string() == "\uFFFD(");
}

BOOST_AUTO_TEST_CASE(a_result_is_stamped_in_the_modern_era_only) {
  const encoded_answer nothing{R"("")", "", false, false};
  BOOST_TEST(tool_result(era::legacy, nothing, server) ==
             R"({"content":[{"type":"text","text":""}],"isError":false})");
  BOOST_TEST(tool_result(era::modern, nothing, server) ==
             R"({"resultType":"complete","content":[{"type":"text","text":""}],"isError":false,)"
             R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"covey","version":"1.2.3"}}})");
}

BOOST_AUTO_TEST_CASE(a_line_with_a_megabyte_of_anything_is_one_line_of_json) {
  std::string text;
  for (std::size_t i = 0; i < 1'000'000; ++i) text += static_cast<char>(i % 256);
  const auto line =
      result_line(std::int64_t{1}, tool_result(era::modern, encode_answer({text, {}, false}), server));
  BOOST_TEST(line.find('\n') == line.size() - 1);
  BOOST_TEST(parse_json(std::string_view{line}.substr(0, line.size() - 1)).ok());
}

BOOST_AUTO_TEST_CASE(a_description_says_everything_that_clients_ask_for) {
  tool_description tool{"t", "T", "Does.", {}, R"({
    "type": "object"
  })", {}};
  tool.hints.read_only = true;
  BOOST_TEST(
      to_text(describe(tool)) ==
      R"({"name":"t","title":"T","description":"Does.",)"
      R"("inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object"},)"
      R"("annotations":{"readOnlyHint":true,"openWorldHint":false}})");
  tool.always_loaded = true;
  const auto lean = describe(tool, halves::text);
  BOOST_TEST(!lean.contains("outputSchema"));
  BOOST_TEST(to_text(lean.at("_meta")) == R"({"anthropic/alwaysLoad":true})");
}

BOOST_AUTO_TEST_CASE(the_table_of_tools_has_a_line_for_each) {
  argument timeout{"timeout", argument_type::number, "seconds"};
  timeout.default_value = 300;
  argument output{"output", argument_type::string, "what"};
  output.default_text = "raw";
  const tool_description first{"a", "A", "Either | or.", {timeout, output}, "{}", {}};
  const tool_description second{"b", "B", "Reads.", {{"file", argument_type::string, "f", true}}, "{}", {}};
  const tool_description third{"c", "C", "Ends.", {}, "{}", {}};
  const std::array<const tool_description*, 3> all{&first, &second, &third};
  BOOST_TEST(describe_markdown(all) ==
             "| tool | arguments (default) | what it does |\n"
             "| --- | --- | --- |\n"
             "| `a` | `timeout` (300), `output` (raw) | Either \\| or. |\n"
             "| `b` | `file` (required) | Reads. |\n"
             "| `c` | none | Ends. |\n");
}

BOOST_AUTO_TEST_CASE(a_cut_text_says_how_much_is_missing_and_stays_text) {
  BOOST_TEST(clipped("abc", 3) == "abc");
  BOOST_TEST(clipped("abcd", 3) == "abc… [1 bytes more]");
  BOOST_TEST(clipped("aéb", 2) == "a… [3 bytes more]");
  BOOST_TEST(clipped("日本", 5) == "日… [3 bytes more]");
  BOOST_TEST(clipped("\x80\x80\x80", 1) == "… [3 bytes more]");
  BOOST_TEST(clipped("abc", 0) == "… [3 bytes more]");
  const std::string text(50, 'a');
  BOOST_TEST(clipped(text, 30) == text);  // what it would leave out is no longer than the mark
  BOOST_TEST(clipped(text, 29) == text.substr(0, 29) + "… [21 bytes more]");
}

BOOST_AUTO_TEST_CASE(texts_that_share_a_budget_never_take_more) {
  text_budget budget{8};
  BOOST_TEST(budget.take("abc") == "abc");
  BOOST_TEST(budget.left() == 4u);
  BOOST_TEST(budget.take("defghi") == "defg… [2 bytes more]");
  BOOST_TEST(budget.left() == 0u);
  BOOST_TEST(budget.take("j") == "… [1 bytes more]");
  BOOST_TEST(budget.take("") == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
