// Decides what a rerun runs, from the failures that are known when its turn comes.
#pragma once

#include "actors/messages.hpp"
#include <string>
#include <vector>

namespace covey::actors {

struct rerun_decision {
  caf::error refusal;  // set if there is nothing to run
  std::string language;
  parsers::run_options_ptr options;  // as what failed was run, unless the request has its own; null: none
  std::vector<parsers::rerun_test> tests;
};

// `latest` may be null.
rerun_decision decide_rerun(const finished_run_ptr& latest, const start_run& request);

}  // namespace covey::actors
