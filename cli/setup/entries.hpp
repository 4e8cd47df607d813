// covey's entries in the files of a client: where they are to be, what they say, and the text of a file with or without
// them.
#pragma once

#include "cli/setup/configuration.hpp"
#include <optional>
#include <string>
#include <vector>

namespace covey::cli {

// What is to be set up.
struct setup_place {
  const client_setup* client = nullptr;
  scope where = scope::user;
  std::string project;  // absolute
  std::string program;  // this one's path, absolute
};

// The user's, unless the client has no such file, or an entry in it is tied to one project.
scope default_scope(const client_setup& client);

json::object server_members(const setup_place& at);
std::string hook_command(const setup_place& at);

// The new text of the client's file. Nothing: it cannot be changed without a loss, and has to be by hand.
std::optional<std::string> with_server(const std::string& text, const setup_place& at);
std::optional<std::string> without_server(const std::string& text, const setup_place& at);
// Of the file of its hooks.
std::optional<std::string> with_hook(const std::string& text, const setup_place& at);
std::optional<std::string> without_hook(const std::string& text, const setup_place& at);

// What a file that has nothing else in it would say.
std::string server_snippet(const setup_place& at);
std::string hook_snippet(const setup_place& at);

// The program that an entry names, "" if there is no entry.
std::string program_in(const std::string& text, const client_setup& client);
bool has_hook(const std::string& text, const client_setup& client);
bool has_covey(const std::string& text, const client_setup& client);  // one or the other

}  // namespace covey::cli
