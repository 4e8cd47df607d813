#include "protocol/rpc.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::protocol {
namespace {

// One line as text: what read_message() makes of it.
std::string summary(std::string_view line) {
  const auto message = read_message(line);
  if (const auto* asked = std::get_if<request>(&message))
    return "request " + to_json(asked->id) + " " + asked->method + " " + to_text(asked->params);
  if (const auto* news = std::get_if<notification>(&message))
    return "notification " + news->method + " " + to_text(news->params);
  if (const auto* refused = std::get_if<rejected>(&message))
    return "rejected " + (refused->id ? to_json(*refused->id) : std::string{"without id"}) + " " +
           std::to_string(refused->error.code);
  return "ignored";
}

struct row {
  std::string line;
  std::string expected;
};

void check(const std::vector<row>& rows) {
  for (const auto& [line, expected] : rows) {
    BOOST_TEST_CONTEXT(line) {
      BOOST_TEST(summary(line) == expected);
    }
  }
}

BOOST_AUTO_TEST_SUITE(json_rpc)

BOOST_AUTO_TEST_CASE(requests_have_a_string_or_an_integer_as_id) {
  check({
      {R"({"jsonrpc":"2.0","id":0,"method":"ping"})", "request 0 ping {}"},
      {R"({"method":"a/b","params":{"x":1},"jsonrpc":"2.0","id":"p-1"})", R"(request "p-1" a/b {"x":1})"},
      {R"({"jsonrpc":"2.0","id":-9223372036854775808,"method":"m"})", "request -9223372036854775808 m {}"},
      {R"({"jsonrpc":"2.0","id":"","method":"m","extra":[1]})", R"(request "" m {})"},
      {"  {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}\t\r", "request 1 m {}"},
  });
}

BOOST_AUTO_TEST_CASE(a_message_without_id_is_a_notification) {
  check({
      {R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
       "notification notifications/initialized {}"},
      {R"({"jsonrpc":"2.0","method":"n","params":{"a":null}})", R"(notification n {"a":null})"},
      {R"({"jsonrpc":"2.0","method":"n","params":[1]})", "ignored"},
  });
}

BOOST_AUTO_TEST_CASE(a_line_that_is_no_json_is_a_parse_error_with_the_id_that_it_shows) {
  check({
      {"hello", "rejected without id -32700"},
      {R"({"jsonrpc":"2.0","id":1,"method":"m")", "rejected 1 -32700"},
      {R"({"jsonrpc":"2.0","id":"a","method":"m","params":{"q":"\ud800"}})", R"(rejected "a" -32700)"},
      {R"({"method":"m","params":{"id":8,"q":"\udc00"},"jsonrpc":"2.0","id":7})", "rejected 7 -32700"},
      {"\xEF\xBB\xBF{}", "rejected without id -32700"},
      {R"({"jsonrpc":"2.0","id":1e400,"method":"m"})", "rejected without id -32700"},
      {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xFF\"}", "rejected 1 -32700"},
  });
}

BOOST_AUTO_TEST_CASE(what_is_no_message_is_an_invalid_request_with_the_id_it_can_have) {
  check({
      {R"({"id":1,"method":"m"})", "rejected 1 -32600"},
      {R"({"jsonrpc":"1.0","id":"a","method":"m"})", R"(rejected "a" -32600)"},
      {R"({"jsonrpc":2.0,"id":1,"method":"m"})", "rejected 1 -32600"},
      {R"({"jsonrpc":"2.0","id":1})", "rejected 1 -32600"},
      {R"({"jsonrpc":"2.0","id":1,"method":7})", "rejected 1 -32600"},
      {R"({})", "rejected without id -32600"},
      {R"(7)", "rejected without id -32600"},
      {R"("text")", "rejected without id -32600"},
  });
}

BOOST_AUTO_TEST_CASE(an_id_of_another_type_is_an_invalid_request_without_id) {
  for (const std::string id : {"null", "1.5", "true", "{}", "[1]", "18446744073709551615", "1e30"})
    BOOST_TEST(
        summary(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"m"})") == "rejected without id -32600", id);
}

BOOST_AUTO_TEST_CASE(an_integer_that_is_written_as_a_decimal_is_an_id_and_answered_as_it_came) {
  check({
      {R"({"jsonrpc":"2.0","id":1.0,"method":"m"})", "request 1.0 m {}"},
      {R"({"jsonrpc":"2.0","id": -3.00 ,"method":"m"})", "request -3.00 m {}"},
      {R"({"jsonrpc":"2.0","id":2e3,"method":"m"})", "request 2e3 m {}"},
      {R"({"jsonrpc":"2.0","id":9007199254740994.0,"method":"m"})", "rejected without id -32600"},
  });
  // Who cancels it need not write it in the same way.
  BOOST_CHECK(read_id_text("1.0") == read_id_text("1.00"));
  BOOST_CHECK(read_id_text("1.0") != read_id_text("2.0"));
}

BOOST_AUTO_TEST_CASE(a_batch_is_an_invalid_request_without_id) {
  check({
      {"[]", "rejected without id -32600"},
      {R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", "rejected without id -32600"},
  });
}

BOOST_AUTO_TEST_CASE(params_that_are_no_object_are_refused_with_the_id) {
  for (const std::string params : {"[]", "1", "\"a\""})
    BOOST_TEST(summary(R"({"jsonrpc":"2.0","id":3,"method":"m","params":)" + params + "}") ==
               "rejected 3 -32602");
}

BOOST_AUTO_TEST_CASE(params_that_are_null_are_absent) {
  check({{R"({"jsonrpc":"2.0","id":3,"method":"m","params":null})", "request 3 m {}"},
         {R"({"jsonrpc":"2.0","method":"n","params":null})", "notification n {}"}});
}

BOOST_AUTO_TEST_CASE(responses_and_blank_lines_are_ignored) {
  check({
      {"", "ignored"},
      {" \t\r", "ignored"},
      {R"({"jsonrpc":"2.0","id":1,"result":{}})", "ignored"},
      {R"({"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}})", "ignored"},
      {R"({"id":1,"result":{}})", "ignored"},
  });
}

BOOST_AUTO_TEST_CASE(lines_hold_only_the_members_that_clients_know) {
  BOOST_TEST(result_line(std::int64_t{7}, "{}") == "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n");
  BOOST_TEST(result_line(std::string{"a\n\""}, "{}") ==
             "{\"jsonrpc\":\"2.0\",\"id\":\"a\\n\\\"\",\"result\":{}}\n");
  BOOST_TEST(error_line(std::nullopt, {parse_error, "no", {}}) ==
             "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"no\"}}\n");
  BOOST_TEST(error_line(std::string{"x"}, {unsupported_version, "a\nb", {{"k", 1}}}) ==
             "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"error\":{\"code\":-32022,\"message\":\"a\\nb\",\"data\":{"
             "\"k\":1}}}\n");
  BOOST_TEST(notification_line("n", {{"p", 1}}) ==
             "{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{\"p\":1}}\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
