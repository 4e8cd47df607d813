#include "protocol/clients.hpp"
#include <algorithm>
#include <array>

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;

// Below Claude Code's 120 s, after which a call is moved to the background and its answer out of the turn.
constexpr auto with_progress = 100s;
// Below the 60 s of the official SDKs, which end a call without a word.
constexpr auto without_progress = 45s;

constexpr std::array table{
    client{"claude-code", "2.1.331", halves::text, 0s},  // shows the structured half alone where there is one
    client{"codex-mcp-client", "0.169.0", halves::text, 300s},  // likewise
    client{"copilot-cli", "1.0.102", halves::text, 0s},         // shows both
    client{"gemini-cli-mcp-client", "0.61.0", halves::text, 600s},
    client{"opencode", "1.18.33", halves::text, 0s},
    client{"claude-ai", {}, halves::both, 60s},  // Claude Desktop
    client{"Cline", {}, halves::both, 60s},
};
constexpr client any{};

}  // namespace

std::span<const client> known_clients() {
  return table;
}

const client& client_of(std::string_view name) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const auto& one) { return name.starts_with(one.name); });
  return found == table.end() ? any : *found;
}

std::optional<halves> halves_named(std::string_view word) {
  if (word == "both") return halves::both;
  if (word == "text") return halves::text;
  if (word == "structured") return halves::structured;
  return std::nullopt;
}

std::chrono::seconds patience_of(const client& who, bool hears_progress) {
  const auto usual = hears_progress ? with_progress : without_progress;
  return who.gives_up_after.count() == 0 ? usual : std::min(usual, who.gives_up_after * 3 / 4);
}

}  // namespace covey::protocol
