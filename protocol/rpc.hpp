// JSON-RPC 2.0 as MCP uses it: one message per line, no batches, ids are strings or integers, params are objects; and the revisions
// of MCP with their differences. Modern: every request carries version and capabilities in `_meta` (2026-07-28). Legacy:
// `initialize` comes first (2024-11-05 to 2025-11-25). Each message has its own era, a connection has none: real clients open with
// one era and continue with the other.
#pragma once

#include "protocol/json.hpp"
#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace covey::protocol {

// An integer id that the client writes as "1.0", because it has no integer type. It is returned in that form.
struct decimal_id {
  std::int64_t value = 0;
  std::string text;

  friend bool operator==(const decimal_id& a, const decimal_id& b) { return a.value == b.value; }
  friend auto operator<=>(const decimal_id& a, const decimal_id& b) { return a.value <=> b.value; }
};

using request_id = std::variant<std::int64_t, decimal_id, std::string>;

std::string to_json(const request_id& id);

// An id, or a progress token in JSON; nothing if it is neither a string nor an integer of 64 bits.
std::optional<request_id> read_id(const json::value& value);
std::optional<request_id> read_id_text(std::string_view text);

// --- the id of a line that is invalid JSON or too long to be kept: its sender still waits for an answer

// Takes the line in pieces of any size; keeps only the id's text.
class id_scanner {
 public:
  void feed(std::string_view bytes);

  // The member "id" of the line's object, if it is valid for a request. Nothing if there are two, or if the
  // line breaks off within a string: then the supposed id may be a part of that string.
  std::optional<request_id> id() const;

 private:
  enum class place { before, key, colon, value, capture, after, lost };

  void take(char c);
  void take_in_string(char c);
  void take_outside(char c);
  void open(char c);
  void close();
  void begin_string(char c);
  void keep(char c);

  place at_ = place::before;
  int depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  std::string key_;    // of the current member of the outermost object
  std::string value_;  // of the member "id"
  bool kept_whole_ = true;
  int found_ = 0;  // number of members "id" in the outermost object
};

// --- messages

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

// --- revisions

inline constexpr std::array<std::string_view, 4> legacy_versions{"2024-11-05", "2025-03-26", "2025-06-18",
                                                                 "2025-11-25"};  // oldest first
inline constexpr std::string_view modern_version = "2026-07-28";

inline constexpr std::string_view meta_protocol_version = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view meta_client_capabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view meta_client_info = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view meta_log_level = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view meta_server_info = "io.modelcontextprotocol/serverInfo";
inline constexpr std::string_view meta_subscription_id = "io.modelcontextprotocol/subscriptionId";

enum class era { legacy, modern };

era era_of(const request& message);

// `params._meta`; null if absent.
const json::object* meta_of(const json::object& params);

// The first error in the envelope of a modern request, in the order of the specification's checks.
std::optional<rpc_error> check_envelope(const json::object& params);

// The legacy revision to answer `initialize` with: the one asked for if it is served, else the newest.
std::string_view negotiate(const json::object& initialize_params);

// Only the modern revisions: a client that finds legacy ones here may fail to fall back to `initialize`.
json::array supported_versions();

std::string_view version();  // covey's: "0.3.0"

struct server_info {
  std::string name;
  std::string version;
  std::string instructions;  // for the model; clients cut it at 2,048 characters
};

// covey's, which both eras' handshakes carry. `instead_of`: what people type to run tests ("go test"), which a model is to leave
// alone.
server_info identity(const std::vector<std::string_view>& instead_of);

// {"io.modelcontextprotocol/serverInfo": {name, version}}: identifies the server in a modern result.
json::object result_meta(const server_info& server);

}  // namespace covey::protocol
