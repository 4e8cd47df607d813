#include "cli/setup/configuration.hpp"
#include "cli/replace_file.hpp"
#include "cli/setup/edits.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/shell_line.hpp"
#include "process/bounded_file.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace covey::cli {
namespace {

constexpr std::size_t max_bytes = std::size_t{8} << 20;

std::string problem_with(const std::string& path, int error) {
  if (error == EFBIG) return path + ": larger than the 8 MiB that covey changes";
  return path + ": " + std::strerror(error);
}

constexpr const char* copy_ending = ".before-covey";

// The whole file, or an error number. That there is none is no error.
std::variant<std::string, int> read(const std::string& path) {
  auto file = process::read_file(path, max_bytes + 1);
  if (file.error == ENOENT) return "";
  if (file.error != 0) return file.error;
  if (file.text.size() > max_bytes) return EFBIG;
  return std::move(file.text);
}

// With the owner and the mode of the file: a client may keep secrets in it.
int keep(const std::string& path, const std::string& text, bool with_covey) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return errno == ENOENT ? 0 : errno;
  const auto copy = path + copy_ending;
  if (with_covey && ::access(copy.c_str(), F_OK) == 0) return 0;
  ::unlink(copy.c_str());
  const int fd = ::open(copy.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, about.st_mode & 0777);
  if (fd < 0) return errno;
  if (::fchown(fd, about.st_uid, about.st_gid) != 0) errno = 0;  // only root can, and has to
  const int problem = process::write_fully(fd, text);
  return ::close(fd) != 0 && problem == 0 ? errno : problem;
}

bool has_changed(const configuration_text& opened) {
  const auto now = read(opened.path);
  const auto* text = std::get_if<std::string>(&now);
  return text == nullptr || *text != opened.text;
}

std::string changed(const std::string& path) {
  return path + ": it was changed meanwhile, perhaps by its client; try again";
}

// --- covey's entries ---

std::string joined(const std::vector<std::string_view>& path) {
  std::string out;
  for (const auto key : path) out.append(out.empty() ? "" : ".").append(key);
  return out;
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
  const auto all = parsed(text, file_format::json);
  const auto* list = at_path(all, client.hook->list);
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

json::object server_members(const setup_place& at) {
  const auto& client = *at.client;
  const auto workspace = at.where == scope::user ? client.user_workspace : client.project_workspace;
  json::array arguments;
  if (!workspace.empty()) arguments = {"--workspace", workspace == "." ? at.project : std::string{workspace}};
  auto out = client.members_before;
  if (client.arguments_in_command) {
    arguments.emplace(arguments.begin(), at.program);
    out["command"] = std::move(arguments);
  } else {
    out["command"] = at.program;
    out["args"] = std::move(arguments);
  }
  out.insert(client.members_behind.begin(), client.members_behind.end());
  return out;
}

std::string hook_command(const setup_place& at) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@";
  const bool quoted = at.program.find_first_not_of(plain) != std::string::npos;
  return (quoted ? parsers::shell_quoted(at.program) : at.program) + ending_of(*at.client);
}

}  // namespace

scope default_scope(const client_setup& client) {
  const bool tied = client.files.user.file.empty() || client.user_workspace == ".";
  return tied && !client.files.project.file.empty() ? scope::project : scope::user;
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
  const auto all = parsed(text, at.client->format);
  const auto* entry = at_path(all, at.client->entry);
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
  if (out && !members.empty() && parsed(*out, file_format::json) == json::value(members)) return "";
  return out;
}

std::string program_in(const std::string& text, const client_setup& client) {
  const auto all = parsed(text, client.format);
  const auto* entry = at_path(all, client.entry);
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

// --- changes on disk ---

std::variant<configuration_text, std::string> open_configuration(const std::string& path) {
  auto text = read(path);
  if (const auto* error = std::get_if<int>(&text)) return problem_with(path, *error);
  return configuration_text{path, std::move(std::get<std::string>(text))};
}

std::optional<std::string> text_before_covey(const std::string& path) {
  auto text = read(path + copy_ending);
  auto* whole = std::get_if<std::string>(&text);
  return whole == nullptr || whole->empty() ? std::nullopt : std::optional{std::move(*whole)};
}

std::string write_configuration(const configuration_text& opened, const std::string& text, bool with_covey) {
  std::error_code failed;
  std::filesystem::create_directories(parsers::folder_name(opened.path), failed);
  if (failed) return problem_with(opened.path, failed.value());
  if (has_changed(opened)) return changed(opened.path);
  if (const int problem = keep(opened.path, opened.text, with_covey); problem != 0)
    return problem_with(opened.path + copy_ending, problem);
  const int problem = replace_file(opened.path, [&](int fd) { return process::write_fully(fd, text); });
  return problem == 0 ? "" : problem_with(opened.path, problem);
}

std::string remove_configuration(const configuration_text& opened, const std::string& text) {
  if (has_changed(opened)) return changed(opened.path);
  struct stat about {};
  const bool link = ::lstat(opened.path.c_str(), &about) == 0 && S_ISLNK(about.st_mode);
  const int problem = link ? replace_file(opened.path, [&](int fd) { return process::write_fully(fd, text); })
                      : ::unlink(opened.path.c_str()) == 0 ? 0
                                                           : errno;
  return problem == 0 ? "" : problem_with(opened.path, problem);
}

}  // namespace covey::cli
