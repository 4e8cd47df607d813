// JSON-RPC 2.0 as MCP uses it: one message per line, no batches, ids are strings or integers, params are
// objects.
#pragma once

#include "protocol/json.hpp"
#include "protocol/request_id.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace covey::protocol {

// Error codes from JSON-RPC 2.0 section 5.1 and from MCP 2026-07-28.
inline constexpr int parse_error = -32700;
inline constexpr int invalid_request = -32600;
inline constexpr int method_not_found = -32601;
inline constexpr int invalid_params = -32602;
inline constexpr int internal_error = -32603;
inline constexpr int unsupported_version = -32022;

struct rpc_error {
  int code = internal_error;
  std::string message;
  json::object data;  // empty: none
};

struct request {
  request_id id;
  std::string method;
  json::object params;
};

struct notification {
  std::string method;
  json::object params;
};

struct rejected {  // to be answered with the error
  std::optional<request_id> id;
  rpc_error error;
};

struct ignored {};  // a blank line, a response, a malformed notification

using incoming = std::variant<request, notification, rejected, ignored>;

// `line` has no line end. Any bytes are accepted.
incoming read_message(std::string_view line);

// Whole lines, their '\n' included. `result_json` must be JSON without a line break, as to_text() gives it.
std::string result_line(const request_id& id, std::string_view result_json);
std::string error_line(const std::optional<request_id>& id, const rpc_error& error);
std::string notification_line(std::string_view method, const json::object& params);

}  // namespace covey::protocol
