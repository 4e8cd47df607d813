#include "actors/inspection.hpp"
#include "cli/commands.hpp"
#include "cli/setup/configuration.hpp"
#include "process/bounded_file.hpp"
#include "process/program.hpp"
#include "protocol/rpc.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace covey::cli {
namespace {

// --- The clients whose files have an entry of covey's, for `covey doctor` ---

struct installed_client {
  const client_setup* client = nullptr;
  std::string file;       // that has the entry
  std::string program;    // that the entry names
  std::string problem;    // why that cannot be started; empty: it can
  std::string mends;      // the command that mends it
  std::string hook_file;  // that has the hook; empty: none has
  std::string untrusted;  // what stands in the way of the hook; empty: nothing that can be seen
};

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

// Of the user and of the project, each file once.
std::vector<installed_client> installed_clients(const std::string& project) {
  std::vector<installed_client> out;
  for (const auto& client : all_clients())
    for (const auto where : both) {
      installed_client one{&client, path_of(client.files, where, project), {}, {}, {}, {}, {}};
      one.program = program_in(text_of(one.file), client);
      if (one.program.empty()) continue;
      if (process::find_program(one.program).empty()) {
        one.problem = "there is no such program";
        one.mends = "covey setup " + std::string{client.name} + " --write" +
                    (where == scope::user ? " --user" : " --project");
      }
      find_hook(one, project);
      out.push_back(std::move(one));
    }
  return out;
}

using actors::inspected_language;

// All that the doctor found.
struct examination {
  std::string workspace;
  std::vector<inspected_language> languages;
  std::vector<installed_client> clients;

  bool detected() const { return std::any_of(languages.begin(), languages.end(), is_here); }
  // What runs the tests; empty: nothing does.
  std::string call() const {
    const auto here = std::count_if(languages.begin(), languages.end(), is_here);
    for (const auto& one : languages)
      if (is_here(one) && one.refusal.empty())
        return here == 1
                   ? "covey call run_tests"
                   : "covey call run_tests '{\"language\":\"" + std::string{one.language->name} + "\"}'";
    return {};
  }
  static bool is_here(const inspected_language& one) { return one.project_file != nullptr; }
};

// As it can be typed: what needs the rights of root says so.
std::string typed(std::string_view command) {
  return (command.starts_with("apt-get ") && ::geteuid() != 0 ? "sudo " : "") + std::string{command};
}

std::string project_files(const parsers::language& language) {
  std::string out;
  for (const auto& file : language.project_files)
    out.append(out.empty() ? "" : ", ").append(parsers::to_string(file));
  return out;
}

void describe(std::ostream& text, const inspected_language& found) {
  const auto& language = *found.language;
  text << language.display_name << "\n  project:   ";
  if (found.project_file != nullptr)
    text << "detected (" << parsers::to_string(*found.project_file) << ")\n";
  else
    text << "not here (no " << project_files(language) << ")\n";
  text << "  program:   ";
  if (found.program.empty())
    text << language.program
         << " not found on PATH; install it or extend PATH: " << typed(language.installed_by) << "\n";
  else
    text << found.program << " (" << found.version << ")\n";
  for (const auto& decision : found.decisions) {
    text << "  " << decision.part << ": " << decision.chosen;
    if (!decision.why.empty()) text << " — " << decision.why;
    if (!decision.mends.empty()) text << ": " << typed(decision.mends);
    text << "\n";
  }
  for (const auto& note : found.notes) text << "  note: " << note << "\n";
  if (!found.refusal.empty()) text << "  cannot run: " << found.refusal << "\n";
  if (!found.mends.empty()) text << "  mend it:   " << typed(found.mends) << "\n";
}

void describe(std::ostream& text, const installed_client& found) {
  text << "  " << found.client->name << ": " << found.file << " starts " << found.program;
  if (!found.problem.empty()) text << " — " << found.problem;
  if (!found.mends.empty()) text << ": " << found.mends;
  text << "\n";
  if (!found.hook_file.empty())
    text << "    hook: " << found.hook_file << (found.untrusted.empty() ? "" : " — " + found.untrusted)
         << "\n";
}

std::string as_text(const examination& found) {
  std::ostringstream text;
  text << "covey " << protocol::version() << "\nworkspace: " << found.workspace << "\n\n";
  for (const auto& language : found.languages) describe(text, language);
  if (!found.clients.empty()) text << "Clients\n";
  for (const auto& client : found.clients) describe(text, client);
  const auto call = found.call();
  text << "\n"
       << (!call.empty() ? "ready: " + call
           : found.detected()
               ? "not ready: the project's tests cannot be run, see above"
               : "not ready: no supported project in the workspace; give its folder with --workspace")
       << "\n";
  return text.str();
}

// Members that would be empty are left out.
json::object object_of(std::initializer_list<std::pair<std::string_view, std::string>> members) {
  json::object out;
  for (const auto& [name, value] : members)
    if (!value.empty()) out[name] = value;
  return out;
}

json::object as_json(const inspected_language& found) {
  auto out = object_of(
      {{"language", std::string{found.language->name}},
       {"project_file", found.project_file == nullptr ? "" : parsers::to_string(*found.project_file)},
       {"program", found.program},
       {"version", found.version},
       {"cannot_run", found.refusal},
       {"mend", typed(found.mends)}});
  if (found.program.empty()) out["install"] = typed(found.language->installed_by);
  json::array decisions;
  for (const auto& one : found.decisions)
    decisions.push_back(object_of(
        {{"part", one.part}, {"chosen", one.chosen}, {"why", one.why}, {"mend", typed(one.mends)}}));
  if (!decisions.empty()) out["decisions"] = std::move(decisions);
  if (!found.notes.empty()) out["notes"] = json::array(found.notes.begin(), found.notes.end());
  return out;
}

std::string as_json(const examination& found) {
  json::object out{
      {"covey", protocol::version()}, {"workspace", found.workspace}, {"ready", !found.call().empty()}};
  if (const auto call = found.call(); !call.empty()) out["call"] = call;
  auto& languages = out["languages"].emplace_array();
  for (const auto& one : found.languages) languages.push_back(as_json(one));
  auto& clients = out["clients"].emplace_array();
  for (const auto& one : found.clients)
    clients.push_back(object_of({{"client", std::string{one.client->name}},
                                 {"file", one.file},
                                 {"program", one.program},
                                 {"problem", one.problem},
                                 {"mend", one.mends},
                                 {"hook_file", one.hook_file},
                                 {"hook_untrusted", one.untrusted}}));
  return json::serialize(out) + "\n";
}

}  // namespace

int run_doctor(const options& given, int out) {
  const examination found{given.workspace, actors::inspect_workspace(given.workspace, given.config),
                          installed_clients(given.workspace)};
  const int problem = process::write_fully(out, given.json ? as_json(found) : as_text(found));
  return problem == 0 && !found.call().empty() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace covey::cli
