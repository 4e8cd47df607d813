// Plans one run, on a thread of its own: neither what a planner computes nor the files that it looks at keep
// anybody waiting, or the run's deadline and a cancel from being heard.
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

// How a planning is started: detached; in tests on the scheduler that they control. Null: there is no thread.
using spawn_planning = std::function<planning_actor(const parsers::language*, const plan_request_ptr&)>;

}  // namespace covey::actors
