// opencode: https://opencode.ai/docs/mcp-servers. Progress prolongs its limit, which also holds for the start.
#include "cli/setup/client.hpp"
#include <boost/json.hpp>

namespace covey::cli::clients {
namespace {

json::object members(const std::string& program, const std::vector<std::string>& arguments) {
  json::array command{json::value(program)};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return {{"type", "local"}, {"command", std::move(command)}, {"enabled", true}, {"timeout", 60'000}};
}

}  // namespace

extern const client_setup opencode;
const client_setup opencode{
    .name = "opencode",
    .display_name = "opencode",
    .files = {{"XDG_CONFIG_HOME", ".config", "opencode/opencode.json"}, {{}, "", "opencode.json"}},
    .entry = {"mcp", "covey"},
    .members = members,
    .afterwards = "start a new session",
    .hook = {}};

}  // namespace covey::cli::clients
