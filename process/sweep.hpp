// The second net below the guard: if the guard itself is killed, what it watched over becomes ours, for the
// server is a child subreaper too.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

namespace covey::process {

// Once, at the start of the server.
void become_subreaper();

// Processes that could not be ended: they have been reported, and stay our children until they end by
// themselves.
class survivors {
 public:
  void add(pid_t pid) { pids_.insert(pid); }
  bool contains(pid_t pid) const { return pids_.contains(pid); }
  void reap();  // those that have ended meanwhile

 private:
  std::set<pid_t> pids_;
};

// Ends every child of this process that belongs to the group `leader` or carries `marker` ("NAME=value"; may
// be empty) in its environment, and then what these leave behind.
class sweep {
 public:
  sweep(std::string marker, pid_t leader, std::shared_ptr<const survivors> known)
      : marker_(std::move(marker)), leader_(leader), known_(std::move(known)) {}

  // Kills what it finds and reaps what has ended; never waits. True when nothing is left to wait for: killing
  // one generation makes the next one ours, so it has to be called until then.
  bool pass();

  // Found by the last pass, and alive.
  const std::vector<pid_t>& left() const { return left_; }

 private:
  std::string marker_;
  pid_t leader_;
  std::shared_ptr<const survivors> known_;
  std::vector<pid_t> left_;
};

}  // namespace covey::process
