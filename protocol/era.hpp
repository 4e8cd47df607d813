// The revisions of MCP and what differs between them. Modern: version and capabilities stand in `_meta` of
// every request (2026-07-28). Legacy: `initialize` comes first (2024-11-05 to 2025-11-25). The era belongs to
// a message, never to the connection: real clients open with one and go on with the other.
#pragma once

#include "protocol/rpc.hpp"
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace covey::protocol {

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

// `params._meta`, null where there is none.
const json::object* meta_of(const json::object& params);

// What is wrong with the envelope of a modern request, in the order of the specification's checks.
std::optional<rpc_error> check_envelope(const json::object& params);

// The legacy revision to answer `initialize` with: the one asked for if it is served, else the newest.
std::string_view negotiate(const json::object& initialize_params);

// The modern revisions alone: a client that reads legacy ones in here may not find its way to `initialize`.
json::array supported_versions();

struct server_info {
  std::string name;
  std::string version;
  std::string instructions;  // for the model; clients cut it at 2,048 characters
};

// {"io.modelcontextprotocol/serverInfo": {name, version}}: how a modern result says who gave it.
json::object result_meta(const server_info& server);

}  // namespace covey::protocol
