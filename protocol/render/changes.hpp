// What a run has changed of what was known to fail.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/json.hpp"
#include <string>

namespace covey::protocol {

// "82 rerun: 78 pass, 4 still fail, 0 new; run_tests runs all" of a rerun, "since the last run: 78 fixed, 4 still fail, 0 new" of
// another; then "fixed: a, b", as many names as fit into a line. Empty where nothing was known before.
std::string changes_text(const parsers::finished_run& run);

// The same as the member `changes`.
void add_changes(json::object& out, const parsers::finished_run& run);

}  // namespace covey::protocol
