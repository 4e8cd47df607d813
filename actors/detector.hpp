// One actor per language: recognises a project, and describes the toolchain.
#pragma once

#include "actors/messages.hpp"

namespace covey::actors {

detector_actor::behavior_type detector(detector_actor::pointer self, const parsers::language* language,
                                       process::launcher* launcher);

}  // namespace covey::actors
