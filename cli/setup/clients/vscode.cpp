// VS Code: https://code.visualstudio.com/docs/copilot/reference/mcp-configuration
#include "cli/setup/client.hpp"
#include <boost/json.hpp>

namespace covey::cli::clients {
namespace {

json::object members(const std::string& program, const std::vector<std::string>& arguments) {
  return typed_members("type", "stdio", program, arguments);
}

}  // namespace

extern const client_setup vscode;
const client_setup vscode{
    .name = "vscode",
    .display_name = "VS Code",
    .files = {{}, {{}, ".vscode", "mcp.json"}},
    .entry = {"servers", "covey"},
    .members = members,
    .project_workspace = "${workspaceFolder}",
    .afterwards = "start covey by the word above its entry in the file, or by `MCP: List Servers`",
    .hook = {}};

}  // namespace covey::cli::clients
