// The files of clients on this machine: covey's entries in them, and changes of them.
#pragma once

#include "cli/setup/clients.hpp"
#include <optional>
#include <string>
#include <variant>

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

// The new text of the client's file; of "" what one that has nothing else in it would say. Nothing: it cannot be changed
// without a loss, and has to be by hand.
std::optional<std::string> with_server(const std::string& text, const setup_place& at);
std::optional<std::string> without_server(const std::string& text, const setup_place& at);
// Of the file of its hooks.
std::optional<std::string> with_hook(const std::string& text, const setup_place& at);
std::optional<std::string> without_hook(const std::string& text, const setup_place& at);

// The program that an entry names, "" if there is no entry.
std::string program_in(const std::string& text, const client_setup& client);
bool has_hook(const std::string& text, const client_setup& client);
bool has_covey(const std::string& text, const client_setup& client);  // one or the other

// --- changes on disk ---

// A file that is about to be changed.
struct configuration_text {
  std::string path;
  std::string text;  // empty: there is no such file
};

// Or why the file cannot be read. It may have 8 MiB.
std::variant<configuration_text, std::string> open_configuration(const std::string& path);

// What write_configuration() has kept of it. Nothing: there is no such text.
std::optional<std::string> text_before_covey(const std::string& path);

// Replaces the file as a whole, with its folders; what it held before is kept in FILE.before-covey, unless that is there
// and `with_covey`: it had covey in it already. Empty, or why nothing has changed: it was changed by somebody else
// since it was opened, too.
std::string write_configuration(const configuration_text& opened, const std::string& text, bool with_covey);

// Likewise, for a file in which nothing else would be left; a link to one stays, and leads to an empty text.
std::string remove_configuration(const configuration_text& opened, const std::string& text);

}  // namespace covey::cli
