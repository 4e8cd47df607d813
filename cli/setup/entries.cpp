#include "cli/setup/entries.hpp"
#include "cli/setup/edits.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/shell_line.hpp"
#include "parsers/text/json_members.hpp"
#include <algorithm>
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
  return read_jsonc(text).value_or(nullptr);
}

std::string ending_of(const client_setup& client) {
  return " hook " + std::string{client.name};
}

// "/usr/bin/covey hook codex", the path quoted or not.
bool is_ours(const json::value& command, const client_setup& client) {
  if (!command.is_string()) return false;
  const std::string_view text = command.get_string();
  const auto ending = ending_of(client);
  if (!text.ends_with(ending)) return false;
  auto program = text.substr(0, text.size() - ending.size());
  if (program.ends_with('\'')) program.remove_suffix(1);
  return program == "covey" || program.ends_with("/covey");
}

bool has_our_command(const json::value& hook, const client_setup& client) {
  const auto* object = hook.if_object();
  return object != nullptr && std::any_of(object->begin(), object->end(), [&](const auto& member) {
           return is_ours(member.value(), client);
         });
}

// Where covey's hook is: the list that it is in, and its index there.
struct hook_position {
  std::vector<std::string> list;
  std::size_t index = 0;
  json::value hook;

  std::vector<std::string_view> path() const { return {list.begin(), list.end()}; }
};

// Hooks lie in the list, or in groups of it that have a matcher in common. One that is alone in its group is found with
// the group.
std::optional<hook_position> find_hook(const std::string& text, const client_setup& client) {
  const auto all = read(text, file_format::json);
  const auto* list = at_keys(all, client.hook->list);
  if (list == nullptr || !list->is_array()) return std::nullopt;
  hook_position out;
  out.list.assign(client.hook->list.begin(), client.hook->list.end());
  for (const auto& entry : list->get_array()) {
    out.hook = entry;
    if (has_our_command(entry, client)) return out;
    const auto* group = at_path(entry, {"hooks"});
    const auto hooks = group == nullptr || !group->is_array() ? json::array{} : group->get_array();
    for (std::size_t i = 0; i < hooks.size(); ++i) {
      if (!has_our_command(hooks[i], client)) continue;
      if (hooks.size() == 1) return out;
      out.list.insert(out.list.end(), {std::to_string(out.index), "hooks"});
      return hook_position{out.list, i, hooks[i]};
    }
    ++out.index;
  }
  return std::nullopt;
}

// An entry of the name may be another program's. Package managers get covey's as an argument: `npx covey-mcp`.
bool is_our_server(const json::value& entry, const std::string& program) {
  const auto any = [&](std::string_view key, auto is) {
    const auto* words = at_path(entry, {key});
    if (words != nullptr && words->is_array())
      return std::ranges::any_of(words->get_array(),
                                 [&](const auto& word) { return word.is_string() && is(word); });
    return words != nullptr && words->is_string() && is(*words);
  };
  const auto is_package = [](const json::value& word) {
    return parsers::base_name(word.get_string()).starts_with("covey-mcp");
  };
  return any("args", is_package) || any("command", [&](const auto& word) {
           const std::string_view name{word.get_string()};
           return is_package(word) || name == program || parsers::base_name(name) == "covey";
         });
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
    out = at.client->format == file_format::toml ? toml_with(*out, joined(at.client->entry), key, value)
                                                 : json_with(*out, path, value);
    if (!out) return out;
  }
  return out;
}

std::optional<std::string> without_server(const std::string& text, const setup_place& at) {
  const auto all = read(text, at.client->format);
  const auto* entry = at_keys(all, at.client->entry);
  if (entry != nullptr && !is_our_server(*entry, at.program)) return text;
  return at.client->format == file_format::toml ? toml_without(text, joined(at.client->entry))
                                                : json_without(text, at.client->entry);
}

std::optional<std::string> with_hook(const std::string& text, const setup_place& at) {
  const auto& hook = *at.client->hook;
  const json::value entry = hook.entry(hook_command(at));
  std::optional<std::string> out{text};
  if (const auto found = find_hook(text, *at.client)) {
    const auto* group = at_path(entry, {"hooks"});
    if (found->hook == entry || (group != nullptr && found->hook == group->get_array().front())) return out;
    out = json_without_element(text, found->path(), found->index);
  }
  for (const auto& [key, value] : hook.file_members) {
    const std::string_view path[] = {key};
    if (out) out = json_with(*out, path, value);
  }
  return out ? json_with_element(*out, hook.list, entry) : out;
}

std::optional<std::string> without_hook(const std::string& text, const setup_place& at) {
  std::optional<std::string> out{text};
  while (const auto found = out ? find_hook(*out, *at.client) : std::nullopt)
    out = json_without_element(*out, found->path(), found->index);
  // A file of covey's own has nothing else in it.
  const auto& members = at.client->hook->file_members;
  if (out && !members.empty() && read(*out, file_format::json) == json::value(members)) return "";
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
  return client.hook && find_hook(text, client).has_value();
}

bool has_covey(const std::string& text, const client_setup& client) {
  return !program_in(text, client).empty() || has_hook(text, client);
}

}  // namespace covey::cli
