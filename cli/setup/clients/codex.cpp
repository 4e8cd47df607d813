// Codex: https://developers.openai.com/codex/config-reference and /codex/hooks. A hook is skipped without a word until
// the user has trusted it; which ones are, stands in [hooks.state."FILE:pre_tool_use:0:0"] of config.toml.
#include "cli/setup/client.hpp"
#include "cli/setup/configuration.hpp"
#include <boost/json.hpp>

namespace covey::cli::clients {
namespace {

constexpr client_file settings{"CODEX_HOME", ".codex", "config.toml"};

json::object members(const std::string& program, const std::vector<std::string>& arguments) {
  auto out = default_members(program, arguments);
  out["tool_timeout_sec"] = patience_seconds;
  return out;
}

json::object hook_entry(const std::string& command) {
  return matched_hook("Bash", command, hook_seconds);
}

std::string untrusted(const std::string& hook_file, const std::string&) {
  const auto known = read_configuration(settings, file_format::toml);
  const auto* state = at_path(known, {"hooks", "state"});
  if (state != nullptr && state->is_object())
    for (const auto& [key, value] : state->get_object())
      if (key.starts_with(hook_file + ":") && at_path(value, {"trusted_hash"}) != nullptr) return {};
  return "Codex skips it until it is trusted: type /hooks in a session";
}

}  // namespace

extern const client_setup codex;
const client_setup codex{
    .name = "codex",
    .display_name = "Codex",
    .format = file_format::toml,
    .files = {settings, {{}, ".codex", "config.toml"}},
    .entry = {"mcp_servers", "covey"},
    .members = members,
    .afterwards = "start a new session; /mcp shows covey",
    .hook = client_hook{.files = {{"CODEX_HOME", ".codex", "hooks.json"}, {{}, ".codex", "hooks.json"}},
                        .list = {"hooks", "PreToolUse"},
                        .entry = hook_entry,
                        .denial = specific_denial,
                        .untrusted = untrusted}};

}  // namespace covey::cli::clients
