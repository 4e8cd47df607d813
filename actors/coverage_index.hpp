// Keeps for each workspace the coverage of the latest run that produced any, and what earlier ones know of tests that have not run
// since.
// All of it is immutable and replaced as a whole, so a question never sees half of a run.
#pragma once

#include "actors/messages.hpp"
#include "parsers/coverage/measured_runs.hpp"
#include <deque>
#include <string>
#include <utility>

namespace covey::actors {

struct coverage_index_state {
  static inline const char* name = "coverage_index";
  std::string root;  // the workspace; empty: that of the latest run
  std::deque<std::pair<std::string, latest_coverage>>
      known;  // by root, the latest last; at most limits::known_roots

  latest_coverage* find(const std::string& workspace);  // null: none
  latest_coverage& use(const std::string& workspace);   // as the latest one
};

// The same of one run alone, 0: of what is known of all tests of its language. Without data: of that run none is kept.
latest_coverage known_coverage(latest_coverage latest, std::uint64_t run, const std::string& root);

// As the index takes it in, but for the names of its files. Both must outlive it. `partial`: why it measured a part of its tests.
parsers::added_run added_of(const parsers::finished_run& run, const coverage_ptr& data,
                            const std::string& partial);

coverage_index_actor::behavior_type coverage_index(
    coverage_index_actor::stateful_pointer<coverage_index_state> self);

}  // namespace covey::actors
