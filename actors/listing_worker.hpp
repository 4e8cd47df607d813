// Reads test files and finds the tests in them. Spawned detached, for one answer.
#pragma once

#include "actors/messages.hpp"
#include <atomic>

namespace covey::actors {

// `stop` makes it give up early: on cancel and when the server ends.
listing_worker_actor::behavior_type listing_worker(listing_worker_actor::pointer self,
                                                   std::shared_ptr<const std::atomic<bool>> stop);

}  // namespace covey::actors
