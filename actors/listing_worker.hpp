// Reads test files and finds what is in them. Spawned detached, for one answer.
#pragma once

#include "actors/messages.hpp"
#include <atomic>

namespace covey::actors {

// `stop` makes it give up: at the end of the server nobody waits for the rest.
listing_worker_actor::behavior_type listing_worker(listing_worker_actor::pointer self,
                                                   std::shared_ptr<const std::atomic<bool>> stop);

}  // namespace covey::actors
