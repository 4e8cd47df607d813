// The answers about lines that have changed: of diff_coverage, and the line of a run.
#pragma once

#include "parsers/model/changed_coverage.hpp"
#include "protocol/json.hpp"
#include "protocol/render/coverage/coverage.hpp"
#include "protocol/tool.hpp"
#include <cstddef>
#include <string>

namespace covey::protocol {

struct changed_coverage_view {
  const parsers::changed_coverage& lines;
  const coverage_source& from;
  std::size_t limit = 50;                    // files
  std::size_t bytes = default_answer_bytes;  // of each half
};

// "3 of 14 changed lines that can run did not run in run 7 (base HEAD, 2 files).", then file by file what did not run with its
// source, what ran and in which tests, and what is not known. Members: status ("missed", "unknown", "ran", "no_code" or
// "unchanged"), base {rev, commit} or {run}, run or source, changed, executable, ran, missed, unknown (left out: 0), percent (of what ran
// or did not; null: nothing did either), files, regressed, unit (left out: test).
tool_answer render_changed_coverage(const changed_coverage_view& from);

// Of a run: "changed lines: 41 of 52 ran; not run: src/cart.py 12-14, src/tax.py 88"; empty: nothing has changed that could run.
std::string changed_line(const parsers::changed_coverage& of);

// The same as a member.
json::object changed_summary(const parsers::changed_coverage& of);

}  // namespace covey::protocol
