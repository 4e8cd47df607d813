// Which tests can have another verdict by now than in the run in which they last ran: those that ran, loaded or read something that
// is another. Where something is not known more tests are affected, and the reason says so.
// Design: docs/design/25-affected-tests.md
#pragma once

#include "parsers/affected/recorded_run.hpp"
#include "parsers/model/affected_tests.hpp"
#include <vector>

namespace covey::parsers {

struct workspace_now {
  fingerprint_ptr files = {};  // null: not known
  test_environment environment = {};
  workspace_reader read = {};
  // What was edited since an earlier state, whether tests have run since or not; null: only what they have not run with counts.
  edited_files_ptr edits = {};
};

// `runs`: newest first; a test counts by the newest run that has it.
affected_tests select_affected(const std::vector<recorded_run_ptr>& runs, const language& of,
                               const workspace_now& now, const std::vector<affect_rule>& rules = {});

}  // namespace covey::parsers
