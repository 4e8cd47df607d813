// Writes coverage snapshots to disk and finds them again.
#pragma once

#include "actors/messages.hpp"

namespace covey::actors {

snapshot_store_actor::behavior_type snapshot_store(snapshot_store_actor::pointer self,
                                                   std::string temp_directory);

}  // namespace covey::actors
