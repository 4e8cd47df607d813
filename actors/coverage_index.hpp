// Keeps the coverage of the latest run that produced any, and what earlier ones know of tests that have not run since.
// All of it is immutable and replaced as a whole, so a question never sees half of a run.
#pragma once

#include "actors/messages.hpp"

namespace covey::actors {

struct coverage_index_state {
  static inline const char* name = "coverage_index";
  std::string root;  // coverage is kept only of runs with this root; empty: of any
  latest_coverage latest;
};

coverage_index_actor::behavior_type coverage_index(
    coverage_index_actor::stateful_pointer<coverage_index_state> self);

}  // namespace covey::actors
