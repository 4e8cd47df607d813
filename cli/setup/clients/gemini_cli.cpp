// Gemini CLI: https://geminicli.com/docs/tools/mcp-server and /docs/hooks. Its times are milliseconds.
#include "cli/setup/client.hpp"
#include "cli/setup/configuration.hpp"
#include <boost/json.hpp>

namespace covey::cli::clients {
namespace {

json::object members(const std::string& program, const std::vector<std::string>& arguments) {
  auto out = default_members(program, arguments);
  out["timeout"] = patience_seconds * 1000;
  return out;
}

json::object hook_entry(const std::string& command) {
  return matched_hook("run_shell_command", command, hook_seconds * 1000);
}

json::object denial(const std::string& reason) {
  return {{"decision", "deny"}, {"reason", reason}};
}

// The user's own hooks need no trust; the project's are run once its folder is trusted.
std::string untrusted(const std::string& hook_file, const std::string& project) {
  if (hook_file.find(project) != 0) return {};
  const auto* trust =
      at_path(read_configuration({{}, ".gemini", "trustedFolders.json"}, file_format::json), {project});
  if (trust != nullptr && trust->is_string() && trust->get_string().starts_with("TRUST_")) return {};
  return "Gemini CLI does not say that it trusts " + project + ": start it there, /permissions";
}

}  // namespace

extern const client_setup gemini_cli;
const client_setup gemini_cli{
    .name = "gemini-cli",
    .display_name = "Gemini CLI",
    .files = {{{}, ".gemini", "settings.json"}, {{}, ".gemini", "settings.json"}},
    .entry = {"mcpServers", "covey"},
    .members = members,
    .afterwards = "start a new session; /mcp shows covey",
    .hook = client_hook{.files = {{{}, ".gemini", "settings.json"}, {{}, ".gemini", "settings.json"}},
                        .list = {"hooks", "BeforeTool"},
                        .entry = hook_entry,
                        .denial = denial,
                        .untrusted = untrusted}};

}  // namespace covey::cli::clients
