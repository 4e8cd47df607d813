// Failures that measuring coverage may have caused: the same tests without it, and then with it again.
#pragma once

#include "parsers/model/run.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// The groups to try, each as a whole: those with failures that saw what coverage changes. A test whose failure names the run's
// own folder is one of them, because variables that tell processes where to count hold that folder.
std::vector<rerun_test> affected_groups(run_results& told, std::string_view own_folder);

// Takes back the failures of these that `plain`, without coverage, does not have and `measured`, with it, has again: what
// depends on its company, or on chance, is gone from both. A group that did not build or load has the tests of `plain`, failed
// ones too. Gives a sentence about them; empty: there are none.
std::string take_back(run_results& told, const run_results& plain, const run_results& measured);

}  // namespace covey::parsers
