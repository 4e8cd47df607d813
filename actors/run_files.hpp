// Reads the coverage files that a run has left in its scratch folder. Spawned detached, for one answer.
#pragma once

#include "actors/messages.hpp"

namespace covey::actors {

coverage_reader_actor::behavior_type coverage_reader(coverage_reader_actor::pointer self);

}  // namespace covey::actors
