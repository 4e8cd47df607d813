// Windsurf: https://docs.windsurf.com/windsurf/cascade/mcp. It knows of no project.
#include "cli/setup/client.hpp"
#include <boost/json.hpp>

namespace covey::cli::clients {

extern const client_setup windsurf;
const client_setup windsurf{.name = "windsurf",
                            .display_name = "Windsurf",
                            .files = {{{}, ".codeium/windsurf", "mcp_config.json"}, {}},
                            .entry = {"mcpServers", "covey"},
                            .members = default_members,
                            .user_workspace = ".",
                            .afterwards = "refresh the servers in Cascade's panel",
                            .hook = {}};

}  // namespace covey::cli::clients
