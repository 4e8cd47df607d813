// Plans one run, on its own thread: a planner may compute or read files for long, and other actors as well as
// the run's deadline and a cancel must not wait for it.
#pragma once

#include "actors/messages.hpp"
#include <functional>
#include <memory>

namespace covey::actors {

struct planning_state {
  static inline const char* name = "planning";
  std::unique_ptr<parsers::planner> planner;
};

planning_actor::behavior_type planning(planning_actor::stateful_pointer<planning_state> self,
                                       const parsers::language* language, plan_request_ptr request);

// Starts a planning: detached; in tests on the scheduler that they control. Null: no thread is left.
using spawn_planning = std::function<planning_actor(const parsers::language*, const plan_request_ptr&)>;

}  // namespace covey::actors
