// How a run changed the set of known failures.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/json.hpp"
#include <string>

namespace covey::protocol {

// Rerun: "82 rerun: 78 pass, 4 still fail, 0 new; run_tests runs all". Else: "since the last run: 78 fixed,
// 4 still fail, 0 new"; then "fixed: a; b", as many names as fit. Empty if there was nothing to compare with.
std::string changes_text(const parsers::finished_run& run);

// The same as the member `changes`.
void add_changes(json::object& out, const parsers::finished_run& run);

}  // namespace covey::protocol
