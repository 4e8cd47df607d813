// GitHub Copilot CLI: https://docs.github.com/copilot/how-tos/copilot-cli. A repository's own hooks did not fire in
// `copilot -p`, so the hook is the user's.
#include "cli/setup/client.hpp"
#include <boost/json.hpp>

namespace covey::cli::clients {
namespace {

json::object members(const std::string& program, const std::vector<std::string>& arguments) {
  auto out = typed_members("type", "local", program, arguments);
  out["tools"] = json::array{"*"};
  out["timeout"] = patience_seconds * 1000;
  return out;
}

json::object hook_entry(const std::string& command) {
  return {{"type", "command"}, {"bash", command}, {"timeoutSec", hook_seconds}};
}

json::object denial(const std::string& reason) {
  return {{"permissionDecision", "deny"}, {"permissionDecisionReason", reason}};
}

}  // namespace

extern const client_setup copilot_cli;
const client_setup copilot_cli{
    .name = "copilot-cli",
    .display_name = "Copilot CLI",
    .files = {{"COPILOT_HOME", ".copilot", "mcp-config.json"}, {}},
    .entry = {"mcpServers", "covey"},
    .members = members,
    .afterwards = "start a new session; /mcp shows covey",
    .hook = client_hook{.files = {{"COPILOT_HOME", ".copilot", "hooks/covey.json"}, {}},
                        .list = {"hooks", "preToolUse"},
                        .entry = hook_entry,
                        .file_members = {{"version", 1}},
                        .input = "toolArgs",
                        .denial = denial}};

}  // namespace covey::cli::clients
