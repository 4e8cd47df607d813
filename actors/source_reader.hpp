// Reads the source lines that an answer displays or needs; answers once and ends. It has its own thread, since a file
// may lie on a network drive.
#pragma once

#include "actors/messages.hpp"

namespace covey::actors {

source_reader_actor::behavior_type source_reader(source_reader_actor::pointer self);

// The locations of all known failures of the run of these and the lines of their suspects, at most
// limits::source_places.
read_source_lines places_of(const protocol::reply& found);

}  // namespace covey::actors
