// The revisions of MCP and their differences. Modern: every request carries version and capabilities in
// `_meta` (2026-07-28). Legacy: `initialize` comes first (2024-11-05 to 2025-11-25). Each message has its own
// era, a connection has none: real clients open with one era and continue with the other.
#pragma once

#include "protocol/rpc.hpp"
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
