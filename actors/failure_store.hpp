// Keeps the results of the latest run, however it ended.
#pragma once

#include "actors/messages.hpp"

namespace covey::actors {

struct failure_store_state {
  static inline const char* name = "failure_store";
  std::string root;  // only runs with this root are kept; empty: any
  finished_run_ptr latest;
};

failure_store_actor::behavior_type failure_store(
    failure_store_actor::stateful_pointer<failure_store_state> self);

}  // namespace covey::actors
