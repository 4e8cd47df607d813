// An MCP client as one value: which files it reads, what an entry for covey looks like in them, and how its hook is
// asked. Sources: each client's documentation of its configuration; the hooks were measured (docs/clients.md).
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::cli {

namespace json = boost::json;

// A file that a client reads. Empty `file`: it has none of that scope.
struct client_file {
  std::string_view variable = {};  // of the environment, that moves the folder; empty: none does
  std::string_view folder = {};    // below the home folder, or below the project
  std::string_view file = {};      // below the folder
};

struct client_files {
  client_file user;
  client_file project;
};

enum class file_format : std::uint8_t { json, toml };

// The hook that a client asks before it gives a command to its shell.
struct client_hook {
  client_files files;
  std::vector<std::string_view> list;                           // the keys that lead to the list of hooks
  json::object (*entry)(const std::string& command) = nullptr;  // an element of it
  json::object file_members = {};                               // what the file needs beside it
  std::string_view input = "tool_input";  // the member of its question that holds `command`
  json::object (*denial)(const std::string& reason) = nullptr;
  // What stands in the way of a hook that is installed, or what the user has to do; empty: nothing.
  std::string (*untrusted)(const std::string& hook_file, const std::string& project) = nullptr;
};

struct client_setup {
  std::string_view name;          // "claude-code": what `covey setup` takes
  std::string_view display_name;  // "Claude Code"
  file_format format = file_format::json;
  client_files files;
  std::vector<std::string_view> entry;  // the keys that lead to covey's entry
  json::object (*members)(const std::string& program, const std::vector<std::string>& arguments) = nullptr;
  // How its server learns of the project: nothing if the client starts it there or says so in the environment;
  // else the value of --workspace, "." for the absolute path of the project.
  std::string_view user_workspace = {};
  std::string_view project_workspace = {};
  std::string_view afterwards = {};  // what the user has to do then
  std::optional<client_hook> hook;
};

// The shape of most: {"command": …, "args": […]}.
json::object default_members(const std::string& program, const std::vector<std::string>& arguments);
// The same behind a member that says what kind of server it is.
json::object typed_members(std::string_view key, std::string_view type, const std::string& program,
                           const std::vector<std::string>& arguments);

// Claude Code's form, which others took over.
json::object matched_hook(std::string_view matcher, const std::string& command, std::int64_t timeout);
json::object specific_denial(const std::string& reason);

// Seconds that a client is to wait for an answer: longer than any call may take.
extern const std::int64_t patience_seconds;
// Seconds that it is to wait for the hook: longer than a toolchain may take to answer.
extern const std::int64_t hook_seconds;

}  // namespace covey::cli
