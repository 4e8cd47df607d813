// How a run changed the set of known failures.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/json.hpp"
#include <string>

namespace covey::protocol {

// Rerun: "82 rerun: 78 pass, 4 still fail, 0 new; run_tests runs all", or, where it is green, whether a run of all is due. Else:
// "since the last run: 78 fixed, 4 still fail, 0 new"; then "fixed: a; b", as many names as fit. Empty if there was nothing to
// compare with.
std::string changes_text(const parsers::finished_run& run);

// Of that the tests that are gone, moved or new: "gone since run 4: 1 that failed: p/a".
std::string list_text(const parsers::finished_run& run);

// Of a green rerun whether a run of all is due, and why; empty of other runs.
std::string what_next(const parsers::finished_run& run);

// The same as the member `changes`.
void add_changes(json::object& out, const parsers::finished_run& run);

}  // namespace covey::protocol
