#include "process/family.hpp"
#include "process/bounded_file.hpp"
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace covey::process {
namespace {

std::string in_proc(pid_t pid, const std::string& file) {
  return "/proc/" + std::to_string(pid) + "/" + file;
}

// The numeric entries of a folder.
std::vector<pid_t> numbers_in(const std::string& folder) {
  std::vector<pid_t> out;
  DIR* const opened = ::opendir(folder.c_str());
  if (opened == nullptr) return out;
  while (const dirent* entry = ::readdir(opened))
    if (const long number = std::strtol(entry->d_name, nullptr, 10); number > 0)
      out.push_back(static_cast<pid_t>(number));
  ::closedir(opened);
  return out;
}

void append_numbers(std::string_view text, std::vector<pid_t>& out) {
  pid_t pid = 0;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      pid = pid * 10 + (c - '0');
    } else if (pid != 0) {
      out.push_back(pid);
      pid = 0;
    }
  }
  if (pid != 0) out.push_back(pid);
}

struct process_state {
  char state = 0;  // 0: it is gone
  pid_t parent = 0;
};

// The second field of /proc/PID/stat, a name in parentheses, may hold any bytes, so parse from the last ')'.
process_state state_of(pid_t pid) {
  const auto text = read_proc(pid, "stat");
  const auto end_of_name = text.rfind(") ");
  if (end_of_name == std::string::npos || end_of_name + 4 >= text.size()) return {};
  return {text[end_of_name + 2],
          static_cast<pid_t>(std::strtol(text.c_str() + end_of_name + 4, nullptr, 10))};
}

// Fallback for kernels without lists of children (CONFIG_PROC_CHILDREN): checks the parent of every process.
std::vector<pid_t> search_children(pid_t parent) {
  auto out = numbers_in("/proc");
  std::erase_if(out, [parent](pid_t pid) { return state_of(pid).parent != parent; });
  return out;
}

bool has_lists_of_children() {
  const int fd = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (fd >= 0) ::close(fd);
  return fd >= 0;
}

// A grandchild may be reaped by its parent at any moment and its pid reused. The pidfd stays bound to one
// process; an unchanged parent proves that it is the right one.
void kill_below(pid_t pid, pid_t parent) {
  const int fd = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (fd < 0) return;
  if (state_of(pid).parent == parent) ::syscall(SYS_pidfd_send_signal, fd, SIGKILL, nullptr, 0);
  ::close(fd);
}

void kill_children_of(pid_t parent, int depth) {
  constexpr int max_depth = 1000;  // deeper processes move up when their ancestors have ended
  const bool own = depth == 0;
  for (const pid_t pid : children_of(parent)) {
    // Only we can reap our own child, so its pid cannot have been reused.
    if (own)
      ::kill(pid, SIGKILL);
    else
      kill_below(pid, parent);
    if (depth < max_depth) kill_children_of(pid, depth + 1);
  }
}

enum class orphan { no, alive, dying };

// Processes of a run are never in our session, and guards always are. An empty environment means a process
// that is ending (its run id is unreadable, but it ends on its own) or one of another user, whose environment
// is unreadable too.
orphan look_at(pid_t pid, const std::string& run_variable, pid_t leader) {
  if (::getsid(pid) == ::getsid(0)) return orphan::no;
  if (::getpgid(pid) == leader) return orphan::alive;
  const auto environment = read_proc(pid, "environ");
  if (environment.empty()) return orphan::dying;
  const bool marked = !run_variable.empty() && environment.find(run_variable + '\0') != std::string::npos;
  return marked ? orphan::alive : orphan::no;
}

}  // namespace

// Of a process that ends meanwhile it is what was read until then.
std::string read_proc(pid_t pid, const std::string& file) {
  return read_file(in_proc(pid, file)).text;
}

std::vector<pid_t> children_of(pid_t parent) {
  static const bool listed = has_lists_of_children();
  if (!listed) return search_children(parent);
  std::vector<pid_t> out;
  // The kernel keeps one list per thread, and may give an orphan to any thread.
  for (const pid_t task : numbers_in(in_proc(parent, "task")))
    append_numbers(read_proc(parent, "task/" + std::to_string(task) + "/children"), out);
  return out;
}

std::vector<pid_t> descendants_of(pid_t ancestor) {
  auto out = children_of(ancestor);
  for (std::size_t i = 0; i < out.size(); ++i)
    for (const pid_t pid : children_of(out[i]))
      if (std::find(out.begin(), out.end(), pid) == out.end()) out.push_back(pid);
  return out;
}

void kill_descendants() {
  kill_children_of(::getpid(), 0);
}

bool is_running(pid_t pid) {
  const char state = state_of(pid).state;
  return state != 0 && state != 'Z' && state != 'X';
}

std::string name_of(pid_t pid) {
  auto out = read_proc(pid, "comm");
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

void become_subreaper() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void survivors::reap() {
  std::erase_if(pids_, [](pid_t pid) { return ::waitpid(pid, nullptr, WNOHANG) != 0; });
}

bool sweep::pass() {
  left_.clear();
  bool again = false;
  for (const pid_t pid : children_of(::getpid())) {
    if (known_->contains(pid)) continue;
    const auto what = look_at(pid, run_variable_, leader_);
    if (what == orphan::no) continue;
    if (what == orphan::alive) ::kill(pid, SIGKILL);
    again = true;
    if (::waitpid(pid, nullptr, WNOHANG) == 0) left_.push_back(pid);
  }
  return !again;
}

}  // namespace covey::process
