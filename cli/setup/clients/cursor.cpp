// Cursor: https://cursor.com/docs/mcp. It starts servers of the user in /, and names the project's folder in
// WORKSPACE_FOLDER_PATHS.
#include "cli/setup/client.hpp"
#include <boost/json.hpp>

namespace covey::cli::clients {

extern const client_setup cursor;
const client_setup cursor{.name = "cursor",
                          .display_name = "Cursor",
                          .files = {{{}, ".cursor", "mcp.json"}, {{}, ".cursor", "mcp.json"}},
                          .entry = {"mcpServers", "covey"},
                          .members = default_members,
                          .project_workspace = "${workspaceFolder}",
                          .afterwards = "switch covey on in Settings, MCP",
                          .hook = {}};

}  // namespace covey::cli::clients
