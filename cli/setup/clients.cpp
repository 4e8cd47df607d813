#include "cli/setup/clients.hpp"
#include "actors/limits.hpp"
#include "cli/setup/edits.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/documents.hpp"
#include "process/bounded_file.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <cstdlib>
#include <unistd.h>

namespace covey::cli {
namespace {

// Seconds that a client is to wait for an answer: longer than any call may take.
constexpr std::int64_t patience = actors::limits::max_timeout.count() + 60;
// Seconds that it is to wait for the hook: longer than a toolchain may take to answer.
constexpr std::int64_t hook_patience = 30;

// Claude Code's form, which others took over.
json::object matched_hook(std::string_view matcher, const std::string& command, std::int64_t timeout) {
  json::object hook{{"type", "command"}, {"command", command}, {"timeout", timeout}};
  return {{"matcher", matcher}, {"hooks", json::array{std::move(hook)}}};
}

json::object bash_hook(const std::string& command) {
  return matched_hook("Bash", command, hook_patience);
}

json::object specific_denial(const std::string& reason) {
  return {{"hookSpecificOutput",
           {{"hookEventName", "PreToolUse"},
            {"permissionDecision", "deny"},
            {"permissionDecisionReason", reason}}}};
}

// The user's own hooks need no trust; the project's are run once its folder is trusted.
bool is_of_project(const std::string& hook_file, const std::string& project) {
  return hook_file.starts_with(project);
}

constexpr client_file claude_state{"CLAUDE_CONFIG_DIR", "", ".claude.json"};

std::string untrusted_by_claude_code(const std::string& hook_file, const std::string& project) {
  if (!is_of_project(hook_file, project)) return {};
  const auto state = read_configuration(claude_state, file_format::json);
  const auto* accepted = at_path(state, {"projects", project, "hasTrustDialogAccepted"});
  if (accepted != nullptr && accepted->is_bool() && accepted->get_bool()) return {};
  return "Claude Code has not been told to trust " + project + ": start it there once";
}

constexpr client_file codex_settings{"CODEX_HOME", ".codex", "config.toml"};

// Which hooks are trusted stands in [hooks.state."FILE:pre_tool_use:0:0"]. Others are skipped without a word.
std::string untrusted_by_codex(const std::string& hook_file, const std::string&) {
  const auto known = read_configuration(codex_settings, file_format::toml);
  const auto* state = at_path(known, {"hooks", "state"});
  if (state != nullptr && state->is_object())
    for (const auto& [key, value] : state->get_object())
      if (key.starts_with(hook_file + ":") && at_path(value, {"trusted_hash"}) != nullptr) return {};
  return "Codex skips it until it is trusted: type /hooks in a session";
}

std::string untrusted_by_gemini_cli(const std::string& hook_file, const std::string& project) {
  if (!is_of_project(hook_file, project)) return {};
  const auto folders = read_configuration({{}, ".gemini", "trustedFolders.json"}, file_format::json);
  const auto* trust = at_path(folders, {project});
  if (trust != nullptr && trust->is_string() && trust->get_string().starts_with("TRUST_")) return {};
  return "Gemini CLI does not say that it trusts " + project + ": start it there, /permissions";
}

constexpr client_files gemini_settings{{{}, ".gemini", "settings.json"}, {{}, ".gemini", "settings.json"}};

const client_setup all[] = {
    // https://code.claude.com/docs/en/mcp and /hooks. It starts a server in the project, and names it in
    // CLAUDE_PROJECT_DIR.
    {.name = "claude-code",
     .display_name = "Claude Code",
     .files = {claude_state, {{}, "", ".mcp.json"}},
     .entry = {"mcpServers", "covey"},
     .members_before = {{"type", "stdio"}},
     .afterwards = "start a new session; /mcp shows covey",
     .hook = client_hook{.files = {{"CLAUDE_CONFIG_DIR", ".claude", "settings.json"},
                                   {{}, ".claude", "settings.local.json"}},
                         .list = {"hooks", "PreToolUse"},
                         .entry = bash_hook,
                         .denial = specific_denial,
                         .untrusted = untrusted_by_claude_code}},
    // https://modelcontextprotocol.io/docs/develop/connect-local-servers. It knows of no project.
    {.name = "claude-desktop",
     .display_name = "Claude Desktop",
     .files = {{"XDG_CONFIG_HOME", ".config", "Claude/claude_desktop_config.json"}, {}},
     .entry = {"mcpServers", "covey"},
     .user_workspace = ".",
     .afterwards = "quit and start it again"},
    // https://code.visualstudio.com/docs/copilot/reference/mcp-configuration
    {.name = "vscode",
     .display_name = "VS Code",
     .files = {{}, {{}, ".vscode", "mcp.json"}},
     .entry = {"servers", "covey"},
     .members_before = {{"type", "stdio"}},
     .project_workspace = "${workspaceFolder}",
     .afterwards = "start covey by the word above its entry in the file, or by `MCP: List Servers`"},
    // https://cursor.com/docs/mcp. It starts servers of the user in /, and names the project's folder in
    // WORKSPACE_FOLDER_PATHS.
    {.name = "cursor",
     .display_name = "Cursor",
     .files = {{{}, ".cursor", "mcp.json"}, {{}, ".cursor", "mcp.json"}},
     .entry = {"mcpServers", "covey"},
     .project_workspace = "${workspaceFolder}",
     .afterwards = "switch covey on in Settings, MCP"},
    // https://developers.openai.com/codex/config-reference and /codex/hooks
    {.name = "codex",
     .display_name = "Codex",
     .format = file_format::toml,
     .files = {codex_settings, {{}, ".codex", "config.toml"}},
     .entry = {"mcp_servers", "covey"},
     .members_behind = {{"tool_timeout_sec", patience}},
     .afterwards = "start a new session; /mcp shows covey",
     .hook = client_hook{.files = {{"CODEX_HOME", ".codex", "hooks.json"}, {{}, ".codex", "hooks.json"}},
                         .list = {"hooks", "PreToolUse"},
                         .entry = bash_hook,
                         .denial = specific_denial,
                         .untrusted = untrusted_by_codex}},
    // https://geminicli.com/docs/tools/mcp-server and /docs/hooks. Its times are milliseconds.
    {.name = "gemini-cli",
     .display_name = "Gemini CLI",
     .files = gemini_settings,
     .entry = {"mcpServers", "covey"},
     .members_behind = {{"timeout", patience * 1000}},
     .afterwards = "start a new session; /mcp shows covey",
     .hook = client_hook{.files = gemini_settings,
                         .list = {"hooks", "BeforeTool"},
                         .entry =
                             [](const std::string& command) {
                               return matched_hook("run_shell_command", command, hook_patience * 1000);
                             },
                         .denial = [](const std::string& reason) -> json::object {
                           return {{"decision", "deny"}, {"reason", reason}};
                         },
                         .untrusted = untrusted_by_gemini_cli}},
    // https://docs.github.com/copilot/how-tos/copilot-cli. A repository's own hooks did not fire in `copilot -p`, so
    // the hook is the user's.
    {.name = "copilot-cli",
     .display_name = "Copilot CLI",
     .files = {{"COPILOT_HOME", ".copilot", "mcp-config.json"}, {}},
     .entry = {"mcpServers", "covey"},
     .members_before = {{"type", "local"}},
     .members_behind = {{"tools", json::array{"*"}}, {"timeout", patience * 1000}},
     .afterwards = "start a new session; /mcp shows covey",
     .hook = client_hook{.files = {{"COPILOT_HOME", ".copilot", "hooks/covey.json"}, {}},
                         .list = {"hooks", "preToolUse"},
                         .entry = [](const std::string& command) -> json::object {
                           return {{"type", "command"}, {"bash", command}, {"timeoutSec", hook_patience}};
                         },
                         .file_members = {{"version", 1}},
                         .input = "toolArgs",
                         .denial = [](const std::string& reason) -> json::object {
                           return {{"permissionDecision", "deny"}, {"permissionDecisionReason", reason}};
                         }}},
    // https://docs.windsurf.com/windsurf/cascade/mcp. It knows of no project.
    {.name = "windsurf",
     .display_name = "Windsurf",
     .files = {{{}, ".codeium/windsurf", "mcp_config.json"}, {}},
     .entry = {"mcpServers", "covey"},
     .user_workspace = ".",
     .afterwards = "refresh the servers in Cascade's panel"},
    // https://zed.dev/docs/ai/mcp. Its settings have comments.
    {.name = "zed",
     .display_name = "Zed",
     .files = {{"XDG_CONFIG_HOME", ".config", "zed/settings.json"}, {{}, ".zed", "settings.json"}},
     .entry = {"context_servers", "covey"},
     .members_before = {{"source", "custom"}},
     .user_workspace = ".",
     .project_workspace = ".",
     .afterwards = "the agent panel's settings show covey"},
    // https://opencode.ai/docs/mcp-servers. Progress prolongs its limit, which also holds for the start.
    {.name = "opencode",
     .display_name = "opencode",
     .files = {{"XDG_CONFIG_HOME", ".config", "opencode/opencode.json"}, {{}, "", "opencode.json"}},
     .entry = {"mcp", "covey"},
     .members_before = {{"type", "local"}},
     .members_behind = {{"enabled", true}, {"timeout", 60'000}},
     .arguments_in_command = true,
     .afterwards = "start a new session"},
};

std::string variable(std::string_view name) {
  const char* value = name.empty() ? nullptr : std::getenv(std::string{name}.c_str());
  return value == nullptr ? "" : value;
}

std::string below(const std::string& folder, std::string_view name) {
  return parsers::normal_path(folder + "/" + std::string{name});
}

std::string path_in(const client_file& file, const std::string& base) {
  return file.file.empty() || base.empty() ? "" : below(base + "/" + std::string{file.folder}, file.file);
}

std::string path_of_user(const client_file& file) {
  if (file.file.empty()) return {};
  const auto moved = variable(file.variable);
  return moved.empty() ? path_in(file, variable("HOME")) : below(moved, file.file);
}

}  // namespace

std::span<const client_setup> all_clients() {
  return all;
}

const client_setup* find_client(std::string_view name) {
  const auto* found = std::ranges::find(all, name, &client_setup::name);
  return found == std::end(all) ? nullptr : found;
}

std::string names_of_clients(bool hooks) {
  std::string out;
  for (const auto& one : all)
    if (!hooks || one.hook) out.append(out.empty() ? "" : ", ").append(one.name);
  return out;
}

std::string path_of(const client_files& files, scope of, const std::string& project) {
  auto out = of == scope::user ? path_of_user(files.user) : path_in(files.project, project);
  // Some clients read both names.
  if (out.ends_with(".json") && ::access(out.c_str(), F_OK) != 0 && ::access((out + "c").c_str(), F_OK) == 0)
    out += 'c';
  return out;
}

json::value parsed(const std::string& text, file_format format) {
  if (format == file_format::toml) return parsers::read_toml(text);
  return read_jsonc(text).value_or(nullptr);
}

json::value read_configuration(const client_file& file, file_format format) {
  constexpr std::size_t max_bytes = std::size_t{8} << 20;
  return parsed(process::read_file(path_of_user(file), max_bytes).text, format);
}

const json::value* at_path(const json::value& in, const std::vector<std::string_view>& path) {
  const auto* at = &in;
  for (const auto key : path) {
    const auto* object = at->if_object();
    at = object == nullptr ? nullptr : object->if_contains(key);
    if (at == nullptr) return nullptr;
  }
  return at;
}

}  // namespace covey::cli
