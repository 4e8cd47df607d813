// Zed: https://zed.dev/docs/ai/mcp. Its settings have comments.
#include "cli/setup/client.hpp"
#include <boost/json.hpp>

namespace covey::cli::clients {
namespace {

json::object members(const std::string& program, const std::vector<std::string>& arguments) {
  return typed_members("source", "custom", program, arguments);
}

}  // namespace

extern const client_setup zed;
const client_setup zed{
    .name = "zed",
    .display_name = "Zed",
    .files = {{"XDG_CONFIG_HOME", ".config", "zed/settings.json"}, {{}, ".zed", "settings.json"}},
    .entry = {"context_servers", "covey"},
    .members = members,
    .user_workspace = ".",
    .project_workspace = ".",
    .afterwards = "the agent panel's settings show covey",
    .hook = {}};

}  // namespace covey::cli::clients
