#include "cli/hook/hook.hpp"
#include "cli/hook/decision.hpp"
#include "cli/replace_file.hpp"
#include "cli/setup/catalogue.hpp"
#include "cli/workspace.hpp"
#include "parsers/text/json_members.hpp"
#include "parsers/text/path.hpp"
#include "process/environment.hpp"
#include <boost/json.hpp>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <unistd.h>

namespace covey::cli {
namespace {

constexpr std::size_t max_question = std::size_t{1} << 20;

std::string read_question() {
  std::string out;
  std::array<char, 1 << 14> buffer{};
  while (out.size() <= max_question) {
    const ssize_t n = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (n == 0 || (n < 0 && errno != EINTR)) break;
    if (n > 0) out.append(buffer.data(), static_cast<std::size_t>(n));
  }
  return out;
}

json::object parsed(std::string_view text) {
  boost::system::error_code ec;
  auto value = json::parse(text, ec);
  return ec || !value.is_object() ? json::object{} : std::move(value.get_object());
}

// Some clients give a tool's arguments as an object, some as its text.
json::object arguments_of(const json::object& question, std::string_view member) {
  const auto* value = question.if_contains(member);
  if (value == nullptr) return {};
  return value->is_string()   ? parsed(value->get_string())
         : value->is_object() ? value->get_object()
                              : json::object{};
}

// Switched off, or asked from within a run of covey's own.
bool is_off() {
  const char* set = std::getenv("COVEY_HOOK");
  return (set != nullptr && std::string_view{set} == "0") ||
         std::getenv(std::string{process::run_id_variable}.c_str()) != nullptr;
}

// The folder of the client's server: it is started in the project, but a shell may have left that.
hook_place place_of(const options& given, const std::string& folder) {
  if (given.workspace_given) return {given.workspace, folder};
  const auto named = folder_of_host();
  return {named.empty() ? folder : named, folder};
}

}  // namespace

int run_hook(const options& given, int out) {
  const auto* client = find_client(given.setup.client);
  if (client == nullptr || !client->hook) {
    std::cerr << "covey hook: no hook of " << given.setup.client << "; there are " << names_of_clients(true)
              << "\n";
    return EXIT_FAILURE;  // 2 would deny the command
  }
  if (is_off()) return EXIT_SUCCESS;
  const auto question = parsed(read_question());
  const auto arguments = arguments_of(question, client->hook->input);
  const auto line = parsers::text_at(arguments, "command");
  if (line.empty()) return EXIT_SUCCESS;

  auto folder = parsers::text_at(question, "cwd");
  if (!folder.starts_with('/')) folder = given.workspace;
  auto where = place_of(given, parsers::normal_path(folder));
  if (const auto below = parsers::text_at(arguments, "dir_path"); !below.empty())
    where.folder = below.starts_with('/') ? below : folder + "/" + below;
  where.folder = parsers::normal_path(where.folder);
  const auto reason = reason_to_deny(line, where);
  if (!reason.empty()) write_fully(out, json::serialize(client->hook->denial(reason)) + "\n");
  return EXIT_SUCCESS;
}

}  // namespace covey::cli
