// Keeps the results of the latest run of each workspace, however it ended, and of the runs before it by their ids.
#pragma once

#include "actors/messages.hpp"
#include <deque>
#include <string>

namespace covey::actors {

struct failure_store_state {
  static inline const char* name = "failure_store";
  struct known_root {
    finished_run_ptr latest;       // of this workspace
    finished_run_ptr before_told;  // the run before it, while its coverage follows
  };

  std::string root;  // the workspace; empty: that of the latest run
  // In the order of their latest runs, at most limits::known_roots: what was known to fail is known again in a workspace that the
  // session comes back to.
  std::deque<known_root> roots;
  // Before these, in the order of their ends: at most limits::kept_runs with these, and limits::kept_run_bytes.
  std::deque<finished_run_ptr> earlier;
  std::deque<lost_run> lost;  // those that have no results; at most limits::kept_runs

  finished_run_ptr latest() const;  // of the workspace; null: none
  // Gives what is kept. The same run again, with its coverage, replaces it.
  finished_run_ptr record(const std::shared_ptr<parsers::finished_run>& run);
  void keep(const finished_run_ptr& run, finished_run_ptr before_told = nullptr);
  void keep_lost(lost_run run);
  void move_to(const std::string& workspace);
  found_run find(std::uint64_t id) const;  // 0: the latest

 private:
  known_root of(const std::string& workspace) const;  // without runs: none
  void drop_oldest();
  std::size_t earlier_bytes()
      const;  // a failure that several runs know counts once, and not if the latest does
};

failure_store_actor::behavior_type failure_store(
    failure_store_actor::stateful_pointer<failure_store_state> self);

}  // namespace covey::actors
