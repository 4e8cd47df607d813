// Keeps the results of the latest run, however it ended, and of the runs before it by their ids.
#pragma once

#include "actors/messages.hpp"
#include <deque>
#include <string>

namespace covey::actors {

struct failure_store_state {
  static inline const char* name = "failure_store";
  std::string root;         // the workspace; empty: any
  finished_run_ptr latest;  // of the workspace
  // Before the latest, and of other workspaces, in the order of their ends: at most limits::kept_runs with the
  // latest, and limits::kept_run_bytes.
  std::deque<finished_run_ptr> earlier;
  std::deque<lost_run> lost;  // those that have no results; at most limits::kept_runs

  finished_run_ptr before_told;  // the run before the latest, while that is one whose coverage follows

  // Gives what is kept. The same run again, with its coverage, replaces it.
  finished_run_ptr record(const std::shared_ptr<parsers::finished_run>& run);
  void keep(finished_run_ptr run);
  void keep_lost(lost_run run);
  void move_to(const std::string& workspace);
  found_run find(std::uint64_t id) const;  // 0: the latest

 private:
  void keep_earlier(const parsers::finished_run& run);
  std::size_t earlier_bytes()
      const;  // a failure that several runs know counts once, and not if the latest does
};

failure_store_actor::behavior_type failure_store(
    failure_store_actor::stateful_pointer<failure_store_state> self);

}  // namespace covey::actors
