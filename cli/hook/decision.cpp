#include "cli/hook/decision.hpp"
#include "actors/inspection.hpp"
#include "cli/hook/shell.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <boost/json.hpp>
#include <filesystem>
#include <system_error>
#include <vector>

namespace covey::cli {
namespace {

// "/p/.venv/bin/pytest" in /p: ".venv/bin/", as a decision shows it.
std::string shown_folder(const std::string& file, const std::string& project) {
  const std::string folder{parsers::folder_name(file)};
  return parsers::path_below(project, folder).value_or(folder) + "/";
}

// That covey would run it by the runner that the command names, if any. Of a step of a script it would know no test.
bool can_run(const stood_in_run& run) {
  const parsers::language* const only[] = {run.language};
  const auto found = actors::inspect_workspace(run.project, {}, only);
  if (found.size() != 1 || found.front().project_file == nullptr || !found.front().refusal.empty())
    return false;
  const auto& all = found.front().decisions;
  const auto any = [&](std::string_view part, std::string_view chosen) {
    return std::any_of(all.begin(), all.end(), [&](const auto& decision) {
      return decision.part.starts_with(part) &&
             (decision.chosen.starts_with(chosen) || (!chosen.empty() && decision.same_as == chosen));
    });
  };
  if (any("settings", {})) return false;  // covey's run is another one than that of the command
  if (!run.beside.empty() && !any("interpreter", shown_folder(run.beside, run.project))) return false;
  return any("runner", run.typed.runner) || (run.typed.runner.empty() && !any("step", {}));
}

std::string absolute(const std::string& path, const std::string& folder) {
  if (path.empty()) return folder;
  return parsers::normal_path(path.starts_with('/') ? path : folder + "/" + path);
}

bool is_folder(const std::string& path) {
  std::error_code unknown;
  return std::filesystem::is_directory(path, unknown);
}

// By absolute paths: where the server's workspace is now is not known here.
std::string activation(const std::string& project) {
  return "activate_package " + boost::json::serialize(boost::json::object{{"pkg_dir", project}});
}

std::string sentence(const std::vector<std::string>& calls, const std::string& workspace, bool is_all) {
  std::string out =
      "The MCP server covey runs these tests, and says which failed, where and why. Call its tool ";
  for (std::size_t i = 0; i < calls.size(); ++i) out.append(i == 0 ? "" : ", then ").append(calls[i]);
  out += ".";
  if (!calls.front().starts_with("activate_package"))
    out += " (If you have moved covey by activate_package: first back to " + workspace + ".)";
  if (!is_all) out += " The other commands of the line have not run either.";
  return out + " If the shell has to run it: COVEY_HOOK=0 before the line.";
}

}  // namespace

std::string reason_to_deny(std::string_view line, const hook_place& where) {
  const auto commands = commands_in(line);
  std::vector<stood_in_run> runs;
  for (const auto& command : commands) {
    const auto folder = absolute(command.folder, where.folder);
    if (!is_folder(folder)) return {};  // the shell will say so
    auto run = stand_in(command.words, folder);
    if (!run) continue;
    run->limit = command.limit;
    if (run->beside.empty() && !command.beside.empty()) run->beside = absolute(command.beside, where.folder);
    runs.push_back(std::move(*run));
  }
  if (runs.empty()) return {};
  std::vector<std::string> calls;
  auto workspace = where.workspace;
  for (const auto& run : runs) {
    const auto call = can_run(run) ? call_of(run) : std::string{};
    if (call.empty()) return {};
    if (run.project != workspace) calls.push_back(activation(run.project));
    workspace = run.project;
    calls.push_back(call);
  }
  return sentence(calls, where.workspace, runs.size() == commands.size());
}

}  // namespace covey::cli
