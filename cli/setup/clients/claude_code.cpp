// Claude Code: https://code.claude.com/docs/en/mcp and /hooks. It starts a server in the project, and names it in
// CLAUDE_PROJECT_DIR.
#include "cli/setup/client.hpp"
#include "cli/setup/configuration.hpp"
#include <boost/json.hpp>

namespace covey::cli::clients {
namespace {

json::object members(const std::string& program, const std::vector<std::string>& arguments) {
  return typed_members("type", "stdio", program, arguments);
}

json::object hook_entry(const std::string& command) {
  return matched_hook("Bash", command, hook_seconds);
}

// The user's own hooks need no trust; the project's are run once its folder is trusted.
std::string untrusted(const std::string& hook_file, const std::string& project) {
  if (hook_file.find(project) != 0) return {};
  const auto state = read_configuration({"CLAUDE_CONFIG_DIR", "", ".claude.json"}, file_format::json);
  const auto* accepted = at_path(state, {"projects", project, "hasTrustDialogAccepted"});
  if (accepted != nullptr && accepted->is_bool() && accepted->get_bool()) return {};
  return "Claude Code has not been told to trust " + project + ": start it there once";
}

}  // namespace

extern const client_setup claude_code;
const client_setup claude_code{
    .name = "claude-code",
    .display_name = "Claude Code",
    .files = {{"CLAUDE_CONFIG_DIR", "", ".claude.json"}, {{}, "", ".mcp.json"}},
    .entry = {"mcpServers", "covey"},
    .members = members,
    .afterwards = "start a new session; /mcp shows covey",
    .hook = client_hook{
        .files = {{"CLAUDE_CONFIG_DIR", ".claude", "settings.json"}, {{}, ".claude", "settings.local.json"}},
        .list = {"hooks", "PreToolUse"},
        .entry = hook_entry,
        .denial = specific_denial,
        .untrusted = untrusted}};

}  // namespace covey::cli::clients
