#include "cli/setup/entries.hpp"
#include "parsers/text/json_edit.hpp"
#include "parsers/text/shell_line.hpp"
#include "parsers/text/toml.hpp"
#include "parsers/text/toml_edit.hpp"
#include <boost/json.hpp>

namespace covey::cli {
namespace {

std::string joined(const std::vector<std::string_view>& path) {
  std::string out;
  for (const auto key : path) out.append(out.empty() ? "" : ".").append(key);
  return out;
}

const json::value* at_keys(const json::value& in, const std::vector<std::string_view>& path) {
  const auto* at = &in;
  for (const auto key : path) at = at == nullptr ? nullptr : at_path(*at, {key});
  return at;
}

json::value read(const std::string& text, file_format format) {
  if (format == file_format::toml) return parsers::read_toml(text);
  return parsers::read_jsonc(text).value_or(nullptr);
}

// Whether a hook's entry has a command of covey's own anywhere in it.
bool is_ours(const json::value& entry, std::string_view ending) {
  if (const auto* text = entry.if_string()) return std::string_view{*text}.ends_with(ending);
  if (const auto* array = entry.if_array())
    for (const auto& one : *array)
      if (is_ours(one, ending)) return true;
  if (const auto* object = entry.if_object())
    for (const auto& member : *object)
      if (is_ours(member.value(), ending)) return true;
  return false;
}

std::string ending_of(const client_setup& client) {
  return " hook " + std::string{client.name};
}

// The index of covey's entry in the list of hooks.
std::optional<std::size_t> hook_index(const std::string& text, const client_setup& client) {
  const auto all = read(text, file_format::json);
  const auto* list = at_keys(all, client.hook->list);
  if (list == nullptr || !list->is_array()) return std::nullopt;
  const auto& entries = list->get_array();
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (is_ours(entries[i], ending_of(client))) return i;
  return std::nullopt;
}

}  // namespace

scope default_scope(const client_setup& client) {
  const bool tied = client.files.user.file.empty() || client.user_workspace == ".";
  return tied && !client.files.project.file.empty() ? scope::project : scope::user;
}

json::object server_members(const setup_place& at) {
  const auto workspace = at.where == scope::user ? at.client->user_workspace : at.client->project_workspace;
  std::vector<std::string> arguments;
  if (!workspace.empty()) arguments = {"--workspace", workspace == "." ? at.project : std::string{workspace}};
  return at.client->members(at.program, arguments);
}

std::string hook_command(const setup_place& at) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@";
  const bool quoted = at.program.find_first_not_of(plain) != std::string::npos;
  return (quoted ? parsers::shell_quoted(at.program) : at.program) + ending_of(*at.client);
}

std::optional<std::string> with_server(const std::string& text, const setup_place& at) {
  std::optional<std::string> out{text};
  for (const auto& [key, value] : server_members(at)) {
    auto path = at.client->entry;
    path.push_back(key);
    out = at.client->format == file_format::toml
              ? parsers::toml_with(*out, joined(at.client->entry), key, value)
              : parsers::json_with(*out, path, value);
    if (!out) return out;
  }
  return out;
}

std::optional<std::string> without_server(const std::string& text, const setup_place& at) {
  return at.client->format == file_format::toml ? parsers::toml_without(text, joined(at.client->entry))
                                                : parsers::json_without(text, at.client->entry);
}

std::optional<std::string> with_hook(const std::string& text, const setup_place& at) {
  const auto& hook = *at.client->hook;
  const json::value entry = hook.entry(hook_command(at));
  std::optional<std::string> out{text};
  if (const auto index = hook_index(text, *at.client)) {
    const auto all = read(text, file_format::json);
    if (at_keys(all, hook.list)->get_array()[*index] == entry) return out;
    out = parsers::json_without_element(text, hook.list, *index);
  }
  for (const auto& [key, value] : hook.file_members) {
    const std::string_view path[] = {key};
    if (out) out = parsers::json_with(*out, path, value);
  }
  return out ? parsers::json_with_element(*out, hook.list, entry) : out;
}

std::optional<std::string> without_hook(const std::string& text, const setup_place& at) {
  const auto& hook = *at.client->hook;
  const auto index = hook_index(text, *at.client);
  if (!index) return text;
  auto out = parsers::json_without_element(text, hook.list, *index);
  // A file of covey's own has nothing else in it.
  if (out && !hook.file_members.empty() && read(*out, file_format::json) == json::value(hook.file_members))
    return "";
  return out;
}

std::string server_snippet(const setup_place& at) {
  return with_server("", at).value_or("");
}

std::string hook_snippet(const setup_place& at) {
  return with_hook("", at).value_or("");
}

std::string program_in(const std::string& text, const client_setup& client) {
  const auto all = read(text, client.format);
  const auto* entry = at_keys(all, client.entry);
  const auto* command = entry == nullptr ? nullptr : at_path(*entry, {"command"});
  if (command != nullptr && command->is_array() && !command->get_array().empty())
    command = &command->get_array().front();
  return command != nullptr && command->is_string() ? std::string{command->get_string()} : "";
}

bool has_hook(const std::string& text, const client_setup& client) {
  return client.hook && hook_index(text, client).has_value();
}

}  // namespace covey::cli
