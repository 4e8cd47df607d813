// Parents and children of processes, according to /proc.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

namespace covey::process {

// All children of a process, of all its threads; zombies too.
std::vector<pid_t> children_of(pid_t parent);

// Everything below a process, each parent before its children.
std::vector<pid_t> descendants_of(pid_t ancestor);

// SIGKILL to everything below this process.
void kill_descendants();

// False for a zombie, and if the process is gone.
bool is_running(pid_t pid);

// What /proc/PID/FILE holds; "" if the process is gone, or belongs to somebody else.
std::string read_proc(pid_t pid, const std::string& file);

// The process's name in /proc/PID/comm ("sudo"); "" if it is gone.
std::string name_of(pid_t pid);

// The safety net below the guard: if the guard itself is killed, the processes it watched become the server's
// children, since the server is a child subreaper too.

// Once, at the start of the server.
void become_subreaper();

// Processes that could not be ended. They have been reported, and stay our children until they end on their
// own.
class survivors {
 public:
  void add(pid_t pid) { pids_.insert(pid); }
  bool contains(pid_t pid) const { return pids_.contains(pid); }
  void reap();  // drops those that have ended meanwhile

 private:
  std::set<pid_t> pids_;
};

// Ends every child of this process that belongs to the group `leader` or carries `run_variable`
// ("NAME=value"; may be empty) in its environment, then the orphans that these leave behind.
class sweep {
 public:
  sweep(std::string run_variable, pid_t leader, std::shared_ptr<const survivors> known)
      : run_variable_(std::move(run_variable)), leader_(leader), known_(std::move(known)) {}

  // Kills matching children and reaps ended ones; never waits. Call it until it returns true (none left):
  // killing one generation makes the next one our children.
  bool pass();

  // Processes that the last pass found and that did not end.
  const std::vector<pid_t>& left() const { return left_; }

 private:
  std::string run_variable_;
  pid_t leader_;
  std::shared_ptr<const survivors> known_;
  std::vector<pid_t> left_;
};

}  // namespace covey::process
