// One actor per language: recognises a project, runs the probes that a plan needs, plans runs.
#pragma once

#include "actors/messages.hpp"
#include "actors/planning.hpp"
#include "actors/reply.hpp"
#include <map>

namespace covey::actors {

struct detector_state {
  static inline const char* name = "detector";

  struct open_plan {
    planning_actor planning;
    std::string scratch;
    std::string run_id;
    probe_actor probe;  // the one that is running
    reply<plan_ptr> answer;
  };
  std::map<call_key, open_plan> open;

  ~detector_state();
};

detector_actor::behavior_type detector(detector_actor::stateful_pointer<detector_state> self,
                                       const parsers::language* language, process::launcher* launcher,
                                       spawn_planning spawn);

// Its plannings run on their own threads.
detector_actor start_detector(caf::actor_system& system, const parsers::language* language,
                              process::launcher* launcher);

}  // namespace covey::actors
