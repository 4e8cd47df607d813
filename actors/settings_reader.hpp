// Reads the settings of a workspace: its covey.toml, or the file that --config names. The actor answers once and ends. It
// has its own thread, since the file may lie on a network drive.
#pragma once

#include "actors/messages.hpp"

namespace covey::actors {

// What is wrong with the file is in `problem`. Blocks.
found_settings read_settings(const get_settings& asked);

settings_reader_actor::behavior_type settings_reader(settings_reader_actor::pointer self);

}  // namespace covey::actors
