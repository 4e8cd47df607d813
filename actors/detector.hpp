// One actor per language: recognises a project, asks the language's toolchain what a plan needs, plans runs.
#pragma once

#include "actors/messages.hpp"
#include "actors/reply.hpp"
#include <map>

namespace covey::actors {

struct detector_state {
  static inline const char* name = "detector";

  struct planning {
    std::unique_ptr<parsers::planner> planner;
    std::string scratch;
    std::string marker;
    probe_actor probe;  // the one that runs at the moment
    bool cancelled = false;
    reply<plan_ptr> answer;
  };
  std::map<call_key, planning> open;
};

detector_actor::behavior_type detector(detector_actor::stateful_pointer<detector_state> self,
                                       const parsers::language* language, process::launcher* launcher);

}  // namespace covey::actors
