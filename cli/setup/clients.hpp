// An MCP client as one value: which files it reads, what an entry for covey looks like in them, and how its hook is
// asked. Sources: each client's documentation of its configuration; the hooks were measured (docs/clients.md).
#pragma once

#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <span>
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
  // Its members: {…, "command": PROGRAM, "args": […], …}, or "command": [PROGRAM, …].
  json::object members_before = {};
  json::object members_behind = {};
  bool arguments_in_command = false;
  // How its server learns of the project: nothing if the client starts it there or says so in the environment;
  // else the value of --workspace, "." for the absolute path of the project.
  std::string_view user_workspace = {};
  std::string_view project_workspace = {};
  std::string_view afterwards = {};  // what the user has to do then
  std::optional<client_hook> hook = {};
};

// Every client that `covey setup` knows, in the order in which they are named to the user.
std::span<const client_setup> all_clients();

const client_setup* find_client(std::string_view name);  // null: no such client

// "claude-code, codex": those with a hook only, if `hooks` is set.
std::string names_of_clients(bool hooks);

// --- their files ---

enum class scope : std::uint8_t { user, project };

// Absolute; empty: the client has no such file, or HOME is not set.
std::string path_of(const client_files& files, scope of, const std::string& project);

// Of the user. Without members: there is no such file, or it cannot be read.
json::value read_configuration(const client_file& file, file_format format);

// Of a file's text. Null: it is broken.
json::value parsed(const std::string& text, file_format format);

// Null: it is not there.
const json::value* at_path(const json::value& in, const std::vector<std::string_view>& path);

}  // namespace covey::cli
