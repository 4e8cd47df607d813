#include "cli/hook/decision.hpp"
#include "actors/inspection.hpp"
#include "actors/settings_reader.hpp"
#include "cli/hook/shell.hpp"
#include "parsers/text/path.hpp"
#include "process/program.hpp"
#include "process/read_paths.hpp"
#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <filesystem>
#include <map>
#include <system_error>
#include <vector>

namespace covey::cli {
namespace {

using actors::inspected_language;

std::string absolute(const std::string& path, const std::string& folder) {
  if (path.empty()) return folder;
  return parsers::normal_path(path.starts_with('/') ? path : folder + "/" + path);
}

// What starts a script, where its first line names it: "/usr/bin/python3"; "" of a shell's, which may start any; else the file.
std::string started_by(const std::string& file) {
  constexpr std::size_t max_line = 256;
  constexpr std::array<std::string_view, 5> shells{"env", "sh", "bash", "dash", "zsh"};
  const auto text = process::read_path(file, {max_line, 0}).text;
  if (!text.starts_with("#!/")) return file;
  auto program = text.substr(2, text.find_first_of(" \r\n") - 2);
  return std::ranges::find(shells, parsers::base_name(program)) == shells.end() ? program : std::string{};
}

bool is_same(const std::string& a, const std::string& b) {
  std::error_code unknown;
  return std::filesystem::equivalent(a, b, unknown);
}

// That a program is, or is installed beside, the interpreter that was decided for: ".venv/bin/python 3.11.7", "python3 3.11.7".
bool is_of_interpreter(const std::string& program, const std::string& decided, const std::string& project) {
  auto chosen = decided.substr(0, decided.rfind(' '));
  chosen = chosen.find('/') == std::string::npos ? process::find_program(chosen) : absolute(chosen, project);
  const auto by = started_by(program);
  const auto folder = [](const std::string& file) { return std::string{parsers::folder_name(file)}; };
  return is_same(folder(by.empty() ? program : by), folder(chosen)) && (by.empty() || is_same(by, chosen));
}

// That covey would run it by the runner that the command names, if any. Of a step of a script it would know no test.
bool can_run(const stood_in_run& run, const inspected_language& found) {
  if (found.project_file == nullptr || !found.refusal.empty()) return false;
  const auto& all = found.decisions;
  const auto any = [&](std::string_view part, auto holds) {
    return std::any_of(all.begin(), all.end(),
                       [&](const auto& one) { return one.part.starts_with(part) && holds(one); });
  };
  const auto is_there = [](const auto&) { return true; };
  if (!run.beside.empty() && !any("interpreter", [&](const auto& one) {
        return is_of_interpreter(run.beside, one.chosen, run.project);
      }))
    return false;
  if (!run.typed.query.empty() && any("selection", is_there)) return false;  // which the typed one may replace
  if (run.typed.runner.empty()) return any("runner", is_there) && !any("step", is_there);
  return any("runner", [&](const auto& one) {
    return one.chosen.starts_with(run.typed.runner) || one.same_as == run.typed.runner;
  });
}

// What a line's runs have in common is asked once.
class looks {
 public:
  const inspected_language& of(const stood_in_run& run) {
    auto& found = known_[{run.project, run.language}];
    if (found.language != nullptr) return found;
    found.language = run.language;
    const auto settings = actors::read_settings({run.project, {}});
    const bool other =
        !settings.problem.empty() ||
        (settings.value && !(settings.value->of(run.language->name) == parsers::run_settings{}));
    const parsers::language* const only[] = {run.language};
    if (!other) found = actors::inspect_workspace(run.project, {}, only).front();
    return found;  // without a project: covey's run is another one than that of the command
  }

 private:
  std::map<std::pair<std::string, const parsers::language*>, inspected_language> known_;
};

bool is_file(const std::string& path) {
  std::error_code unknown;
  return std::filesystem::is_regular_file(path, unknown);
}

// It does nothing, and does not fail.
bool is_idle(const typed_command& command) {
  constexpr std::array<std::string_view, 6> idle{"echo", "true", ":", "pwd", "date", "set"};
  return !command.words.empty() && std::ranges::find(idle, command.words.front()) != idle.end();
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
  bool decided = false;  // by what is no run: whether the runs behind it begin, and what they find
  for (const auto& command : commands) {
    const auto folder = absolute(command.folder, where.folder);
    if (!is_folder(folder)) return {};                      // the shell will say so
    if (!runs.empty() && command.before == ";") return {};  // the line would end as it does
    auto run = stand_in(command.words, folder);
    decided = decided || (!run && !is_idle(command));
    if (decided && !runs.empty()) return {};  // what is behind a run may end otherwise
    if (!run) continue;
    if (decided || (!command.beside.empty() && !is_file(absolute(command.beside, where.folder)))) return {};
    run->limit = command.limit;
    if (auto& beside = run->beside; !beside.empty() && beside.find('/') == std::string::npos) {
      const std::string activated{parsers::folder_name(absolute(command.beside, where.folder))};
      const auto own = command.beside.empty() ? "" : process::find_program(activated + "/" + beside);
      beside = own.empty() ? process::find_program(beside) : own;
      if (beside.empty()) return {};  // the shell will not find it
    }
    runs.push_back(std::move(*run));
  }
  constexpr std::size_t max_runs = 100;
  if (runs.empty() || runs.size() > max_runs) return {};
  looks seen;
  std::vector<std::string> calls;
  auto workspace = where.workspace;
  for (const auto& run : runs) {
    const auto call = can_run(run, seen.of(run)) ? call_of(run) : std::string{};
    if (call.empty()) return {};
    if (!calls.empty() && run.project == workspace && calls.back() == call) continue;
    if (run.project != workspace) calls.push_back(activation(run.project));
    workspace = run.project;
    calls.push_back(call);
  }
  return sentence(calls, where.workspace, runs.size() == commands.size());
}

}  // namespace covey::cli
