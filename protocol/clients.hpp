// What MCP clients do with answers, by the name that they give of themselves. Seen by scripts/hosts, which runs
// them against a mock of their model; a client that is not listed gets everything.
// Design: docs/design/16-answers.md
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace covey::protocol {

// Which of an answer's halves are sent. Each half alone is a complete answer.
enum class halves : std::uint8_t { both, text, structured };

struct client {
  std::string_view name;          // clientInfo.name begins with it; empty: any other client
  std::string_view version = {};  // that was seen; empty: by its documentation only
  halves sent = halves::both;     // those that its model gets to read
  std::chrono::seconds
      gives_up_after{};  // on a call, by default, whatever progress it hears of; 0: not known
};

std::span<const client> known_clients();

// The client of this name, or the one for those that are not known.
const client& client_of(std::string_view name);

// "auto" gives nothing: then the client decides. Any other word is refused.
std::optional<halves> halves_named(std::string_view word);

// How long a call may take before it must be answered, even if its run goes on: less than clients wait. A call
// that hears of its progress has longer; the token alone is no promise to wait for ever.
std::chrono::seconds patience_of(const client& who, bool hears_progress);

}  // namespace covey::protocol
