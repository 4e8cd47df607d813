#include "cli/setup/catalogue.hpp"
#include <algorithm>
#include <array>

namespace covey::cli {

namespace clients {
extern const client_setup claude_code, claude_desktop, vscode, cursor, codex, gemini_cli, copilot_cli,
    windsurf, zed, opencode;
}  // namespace clients

std::span<const client_setup* const> all_clients() {
  using namespace clients;
  static constexpr std::array all{&claude_code, &claude_desktop, &vscode,   &cursor, &codex,
                                  &gemini_cli,  &copilot_cli,    &windsurf, &zed,    &opencode};
  return all;
}

const client_setup* find_client(std::string_view name) {
  const auto all = all_clients();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto* one) { return one->name == name; });
  return found == all.end() ? nullptr : *found;
}

std::string names_of_clients(bool hooks) {
  std::string out;
  for (const auto* one : all_clients())
    if (!hooks || one->hook) out.append(out.empty() ? "" : ", ").append(one->name);
  return out;
}

}  // namespace covey::cli
