// Claude Desktop: https://modelcontextprotocol.io/docs/develop/connect-local-servers. It knows of no project.
#include "cli/setup/client.hpp"
#include <boost/json.hpp>

namespace covey::cli::clients {

extern const client_setup claude_desktop;
const client_setup claude_desktop{
    .name = "claude-desktop",
    .display_name = "Claude Desktop",
    .files = {{"XDG_CONFIG_HOME", ".config", "Claude/claude_desktop_config.json"}, {}},
    .entry = {"mcpServers", "covey"},
    .members = default_members,
    .user_workspace = ".",
    .afterwards = "quit and start it again",
    .hook = {}};

}  // namespace covey::cli::clients
