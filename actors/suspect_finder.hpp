// Finds the suspects of some failures of a run; answers once and ends. It has its own thread, since it reads sources.
#pragma once

#include "actors/messages.hpp"

namespace covey::actors {

suspect_finder_actor::behavior_type suspect_finder(suspect_finder_actor::pointer self);

}  // namespace covey::actors
