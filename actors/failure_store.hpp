// Keeps the results of the latest run, however it ended, and of the runs before it by their ids.
#pragma once

#include "actors/messages.hpp"
#include <deque>

namespace covey::actors {

struct failure_store_state {
  static inline const char* name = "failure_store";
  std::string root;  // only runs with this root are kept; empty: any
  finished_run_ptr latest;
  // Before the latest, oldest first, without the tests that passed: at most limits::kept_runs with the latest,
  // and limits::kept_run_bytes.
  std::deque<finished_run_ptr> earlier;
  std::size_t earlier_bytes = 0;

  void keep(finished_run_ptr run);
  found_run find(std::uint64_t id) const;  // 0: the latest
};

failure_store_actor::behavior_type failure_store(
    failure_store_actor::stateful_pointer<failure_store_state> self);

}  // namespace covey::actors
