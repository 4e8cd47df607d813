// The answers about the tests that edits can have affected.
#pragma once

#include "parsers/model/affected_tests.hpp"
#include "parsers/model/finished_run.hpp"
#include "protocol/json.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace covey::protocol {

struct affected_view {
  const parsers::affected_tests& affected;
  std::string language;
  std::chrono::milliseconds age{0};     // of the latest run on record
  std::vector<std::string> fresh = {};  // test files that may hold tests which have never run
  std::size_t limit = 0;
  std::size_t bytes = 0;  // of each half
};

// The tests with their reasons, what widened the choice and what it stands on.
tool_answer render_affected(const affected_view& from);

// Nothing is affected: a status of its own, never a pass.
tool_answer render_nothing_affected(const affected_view& from);

// What a run of the affected tests left out, and why it ran more than these: lines of its answer, and its members.
std::vector<std::string> selection_lines(const affected_view& from, bool ran_all);
void add_selection(json::object& to, const affected_view& from, bool ran_all);

// The failures of a run of all that a run of the affected tests would have left out, by name.
std::vector<std::string> missed_by(const parsers::affected_tests& affected, const parsers::finished_run& run);

}  // namespace covey::protocol
