// Resolves a path that a caller gave; answers once and ends. It has its own thread, since the path may lie on a
// network drive.
#pragma once

#include "actors/messages.hpp"

namespace covey::actors {

path_resolver_actor::behavior_type path_resolver(path_resolver_actor::pointer self);

}  // namespace covey::actors
