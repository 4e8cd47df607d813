// Keeps the coverage of the latest run that measured some, and the index of its files. They are immutable and
// swapped whole, so a question never sees half of a run.
#pragma once

#include "actors/messages.hpp"

namespace covey::actors {

struct coverage_index_state {
  static inline const char* name = "coverage_index";
  std::string root;  // of the runs whose coverage is kept; empty: any
  latest_coverage latest;
};

coverage_index_actor::behavior_type coverage_index(
    coverage_index_actor::stateful_pointer<coverage_index_state> self);

}  // namespace covey::actors
