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

// What the runs on record say of a failure: "new: ran src/cart.py:3-9 total()", "known", "flaky: passed 3 and failed 2 times with the same code",
// "not explained: nothing that covey sees it run or read has changed since it passed".
std::string history_words(const parsers::failure_history& of, bool fails_otherwise);
// The same as the members history ("new", "not_explained"), explained_by, passed_before, failed_before.
void add_history(json::object& to, const parsers::failure_history& of, bool fails_otherwise);

// "history: 2 new; 1 flaky: tests/test_a.py::test_b; 3 known", and the same as the member counts_by_state; empty: the few failures say it
// themselves, and no edit leaves one unexplained.
std::string history_line(const parsers::finished_run& run);
void add_history(json::object& to, const parsers::finished_run& run);

// The failures of a run of all that a run of the affected tests would have left out, by name.
std::vector<std::string> missed_by(const parsers::affected_tests& affected, const parsers::finished_run& run);

}  // namespace covey::protocol
