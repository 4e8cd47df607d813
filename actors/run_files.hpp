// The files of one run: its scratch folder, the files its plan puts there, and the coverage files that the
// run leaves. One actor per run, on its own thread, since a disk may be slow and a folder large. When the
// actor ends, it removes the folder.
#pragma once

#include "actors/messages.hpp"
#include "process/scratch.hpp"
#include <optional>

namespace covey::actors {

struct run_files_state {
  static inline const char* name = "run_files";
  std::optional<process::scratch> scratch;
};

run_files_actor::behavior_type run_files(run_files_actor::stateful_pointer<run_files_state> self);

}  // namespace covey::actors
