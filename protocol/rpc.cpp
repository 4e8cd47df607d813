#include "protocol/rpc.hpp"
#include "protocol/request_id.hpp"

namespace covey::protocol {
namespace {

incoming reject(std::optional<request_id> id, int code, std::string message) {
  return rejected{std::move(id), {code, std::move(message), {}}};
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

bool is_string(const json::value* value, std::string_view wanted) {
  return value != nullptr && value->is_string() && std::string_view{value->get_string()} == wanted;
}

incoming read_notification(std::string method, json::value* params) {
  if (params == nullptr) return notification{std::move(method), {}};
  if (!params->is_object()) return ignored{};
  return notification{std::move(method), std::move(params->get_object())};
}

incoming read_request(request_id id, std::string method, json::value* params) {
  if (params == nullptr) return request{std::move(id), std::move(method), {}};
  if (!params->is_object()) return reject(std::move(id), invalid_params, "params must be an object");
  return request{std::move(id), std::move(method), std::move(params->get_object())};
}

// Members that are null count as absent: some clients write every optional member.
json::value* member(json::object& of, std::string_view name) {
  auto* const value = of.if_contains(name);
  return value == nullptr || value->is_null() ? nullptr : value;
}

std::optional<request_id> scan_id(std::string_view line) {
  id_scanner scanner;
  scanner.feed(line);
  return scanner.id();
}

incoming read_object(json::object& message, std::string_view line) {
  const auto* id_value = message.if_contains("id");
  auto id = id_value != nullptr ? read_id(*id_value) : std::nullopt;
  if (id && std::holds_alternative<decimal_id>(*id))
    if (auto as_it_came = scan_id(line)) id = std::move(as_it_came);
  auto* method = message.if_contains("method");
  // covey never sends requests to the client, so any response is ignored.
  if (method == nullptr && (message.contains("result") || message.contains("error"))) return ignored{};
  if (!is_string(message.if_contains("jsonrpc"), "2.0"))
    return reject(std::move(id), invalid_request, R"(a message must have "jsonrpc":"2.0")");
  if (method == nullptr || !method->is_string())
    return reject(std::move(id), invalid_request, "a message must have a method, a string");
  if (id_value != nullptr && !id)
    return reject(std::nullopt, invalid_request, "the id must be a string or an integer of 64 bits");
  std::string name{std::string_view{method->get_string()}};
  auto* params = member(message, "params");
  if (!id) return read_notification(std::move(name), params);
  return read_request(std::move(*id), std::move(name), params);
}

}  // namespace

incoming read_message(std::string_view line) {
  if (is_blank(line)) return ignored{};
  auto [value, error] = parse_json(line);
  if (!error.empty()) return reject(scan_id(line), parse_error, "the line is not JSON: " + error);
  if (value.is_array())
    return reject(std::nullopt, invalid_request, "batches are not supported: send one message a line");
  if (!value.is_object()) return reject(std::nullopt, invalid_request, "a message must be an object");
  return read_object(value.get_object(), line);
}

std::string result_line(const request_id& id, std::string_view result_json) {
  const auto id_json = to_json(id);
  std::string line;
  line.reserve(result_json.size() + id_json.size() + 40);
  line += R"({"jsonrpc":"2.0","id":)";
  line += id_json;
  line += R"(,"result":)";
  line += result_json;
  line += "}\n";
  return line;
}

std::string error_line(const std::optional<request_id>& id, const rpc_error& error) {
  json::object body{{"code", error.code}, {"message", error.message}};
  if (!error.data.empty()) body["data"] = error.data;
  std::string line = R"({"jsonrpc":"2.0",)";
  // Clients' schemas do not allow a null id: without an id the member is left out.
  if (id) line += R"("id":)" + to_json(*id) + ",";
  return line + R"("error":)" + to_text(body) + "}\n";
}

std::string notification_line(std::string_view method, const json::object& params) {
  return R"({"jsonrpc":"2.0","method":)" + quoted(method) + R"(,"params":)" + to_text(params) + "}\n";
}

}  // namespace covey::protocol
