#include "cli/setup/installed.hpp"
#include "cli/setup/catalogue.hpp"
#include "cli/setup/entries.hpp"
#include "process/program.hpp"
#include <array>

namespace covey::cli {
namespace {

std::string text_of(const std::string& path) {
  if (path.empty()) return {};
  auto opened = open_configuration(path);
  auto* text = std::get_if<configuration_text>(&opened);
  return text == nullptr ? std::string{} : std::move(text->text);
}

constexpr std::array both{scope::user, scope::project};

void find_hook(installed_client& out, const std::string& project) {
  if (!out.client->hook) return;
  const auto& hook = *out.client->hook;
  for (const auto where : both) {
    const auto path = path_of(hook.files, where, project);
    if (!has_hook(text_of(path), *out.client)) continue;
    out.hook_file = path;
    if (hook.untrusted != nullptr) out.untrusted = hook.untrusted(path, project);
    return;
  }
}

}  // namespace

std::vector<installed_client> installed_clients(const std::string& project) {
  std::vector<installed_client> out;
  for (const auto* client : all_clients())
    for (const auto where : both) {
      installed_client one{client, path_of(client->files, where, project), {}, {}, {}, {}, {}};
      one.program = program_in(text_of(one.file), *client);
      if (one.program.empty()) continue;
      if (process::find_program(one.program).empty()) {
        one.problem = "there is no such program";
        one.mends = "covey setup " + std::string{client->name} + " --write" +
                    (where == scope::user ? " --user" : " --project");
      }
      find_hook(one, project);
      out.push_back(std::move(one));
    }
  return out;
}

}  // namespace covey::cli
