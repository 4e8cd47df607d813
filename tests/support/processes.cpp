#include "tests/support/processes.hpp"
#include "tests/support/temp_dir.hpp"
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>

namespace covey::testing {
namespace {

namespace fs = std::filesystem;

std::string proc(pid_t pid, std::string_view file) {
  return "/proc/" + std::to_string(pid) + "/" + std::string{file};
}

// The fields of /proc/PID/stat from the third on: the second, a name in parentheses, may hold anything.
std::vector<std::string> stat_of(pid_t pid) {
  const auto text = read_file(proc(pid, "stat"));
  const auto end_of_name = text.rfind(')');
  std::vector<std::string> fields;
  if (end_of_name == std::string::npos) return fields;
  std::istringstream rest{text.substr(end_of_name + 1)};
  for (std::string field; rest >> field;) fields.push_back(field);
  return fields;
}

bool carries(pid_t pid, std::string_view entry) {
  const auto environment = std::string(1, '\0') + read_file(proc(pid, "environ"));
  auto wanted = std::string(1, '\0') + std::string{entry};
  if (entry.back() != '=') wanted += '\0';
  return environment.find(wanted) != std::string::npos;
}

std::vector<pid_t> all_processes() {
  std::vector<pid_t> pids;
  std::error_code ec;
  for (fs::directory_iterator it{"/proc", ec}, end; !ec && it != end; it.increment(ec)) {
    const auto name = it->path().filename().string();
    if (std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
      pids.push_back(static_cast<pid_t>(std::atol(name.c_str())));
  }
  return pids;
}

std::size_t count_entries(const std::string& folder) {
  std::size_t count = 0;
  std::error_code ec;
  for (fs::directory_iterator it{folder, ec}, end; !ec && it != end; it.increment(ec)) ++count;
  return count;
}

}  // namespace

milliseconds since(clock::time_point start) {
  return std::chrono::duration_cast<milliseconds>(clock::now() - start);
}

bool eventually(const std::function<bool()>& holds, milliseconds within) {
  const auto deadline = clock::now() + within;
  while (!holds()) {
    if (clock::now() >= deadline) return holds();
    std::this_thread::sleep_for(milliseconds{2});
  }
  return true;
}

std::vector<pid_t> processes_with(std::string_view entry) {
  std::vector<pid_t> found;
  for (const pid_t pid : all_processes())
    if (carries(pid, entry) && is_alive(pid)) found.push_back(pid);
  return found;
}

bool is_alive(pid_t pid) {
  const auto fields = stat_of(pid);
  return !fields.empty() && fields[0] != "Z" && fields[0] != "X";
}

std::string describe(const std::vector<pid_t>& pids) {
  std::string text;
  for (const pid_t pid : pids) {
    auto command = read_file(proc(pid, "cmdline"));
    std::replace(command.begin(), command.end(), '\0', ' ');
    if (const auto fields = stat_of(pid); command.empty() && fields.size() > 2)
      command = (is_alive(pid) ? "alive, group " : "dead, group ") + fields[2];
    text += (text.empty() ? "" : ", ") + std::to_string(pid) + " (" + command.substr(0, 200) + ")";
  }
  return text;
}

pid_t parent_of(pid_t pid) {
  const auto fields = stat_of(pid);
  return fields.size() > 1 ? static_cast<pid_t>(std::atol(fields[1].c_str())) : -1;
}

std::size_t open_descriptors(pid_t pid) {
  return count_entries(proc(pid, "fd"));
}

std::size_t threads_of(pid_t pid) {
  return count_entries(proc(pid, "task"));
}

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  for (const pid_t child : all_processes())
    if (parent_of(child) == pid) children.push_back(child);
  return children;
}

std::size_t peak_memory(pid_t pid) {
  for (const auto& line : lines_of(proc(pid, "status")))
    if (line.rfind("VmHWM:", 0) == 0) return static_cast<std::size_t>(std::atol(line.c_str() + 6));
  return 0;
}

}  // namespace covey::testing
