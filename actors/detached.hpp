// Spawns actors on their own threads, and handles a system that has no thread left.
#pragma once

#include "actors/caf_compat.hpp"
#include <string_view>
#include <system_error>
#include <utility>

namespace covey::actors {

constexpr std::string_view no_thread =
    "the system starts no more threads (a limit of processes or of memory is reached); try again when others "
    "have ended";

// The actor's handle; null if no thread could be started.
template <class... Args>
auto spawn_detached(caf::actor_system& system, Args&&... args)
    -> decltype(system.spawn<caf::detached>(std::forward<Args>(args)...)) {
  try {
    return system.spawn<caf::detached>(std::forward<Args>(args)...);
  } catch (const std::system_error&) {
    uncount_detached(system);
    return {};
  }
}

}  // namespace covey::actors
