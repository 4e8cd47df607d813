#include "cli/hook/decision.hpp"
#include "actors/inspection.hpp"
#include "cli/hook/shell.hpp"
#include "parsers/text/path.hpp"
#include <vector>

namespace covey::cli {
namespace {

bool can_run(const stood_in_run& run) {
  const parsers::language* const only[] = {run.language};
  const auto found = actors::inspect_workspace(run.project, only);
  return found.size() == 1 && found.front().project_file != nullptr && found.front().refusal.empty();
}

std::string sentence(const std::vector<std::string>& calls, bool is_all) {
  std::string out =
      "The MCP server covey runs these tests, and says which failed, where and why. Call its tool ";
  for (std::size_t i = 0; i < calls.size(); ++i) out.append(i == 0 ? "" : ", then ").append(calls[i]);
  out += ".";
  if (!is_all) out += " The other commands of the line have not run either.";
  return out + " If the shell has to run it: COVEY_HOOK=0 before the command.";
}

}  // namespace

std::string reason_to_deny(std::string_view line, const hook_place& where) {
  const auto commands = commands_in(line);
  std::vector<stood_in_run> runs;
  for (const auto& command : commands) {
    auto place = where;
    if (command.folder.starts_with('/'))
      place.folder = parsers::normal_path(command.folder);
    else if (!command.folder.empty())
      place.folder = parsers::normal_path(where.folder + "/" + command.folder);
    if (auto run = stand_in(command.words, place)) runs.push_back(std::move(*run));
  }
  if (runs.empty()) return {};
  std::vector<std::string> calls;
  for (const auto& run : runs) {
    if (!can_run(run)) return {};
    calls.insert(calls.end(), run.calls.begin(), run.calls.end());
  }
  return sentence(calls, runs.size() == commands.size());
}

}  // namespace covey::cli
