// Failures of one cause, and the functions that most likely hold the fault behind them.
// Design: docs/design/22-suspects.md
#pragma once

#include "parsers/model/coverage.hpp"
#include "parsers/model/packed_line_sets.hpp"
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// How many tests (or other units) ran something. Tests that share what is known of their lines count one by one.
struct run_by {
  std::uint32_t failing = 0;  // of the cause in question
  std::uint32_t others = 0;   // failing for other causes
  std::uint32_t passing = 0;
  friend bool operator==(const run_by&, const run_by&) = default;
};

struct suspect {
  std::string file;       // relative to the workspace root
  std::string function;   // empty: lines that are in no function
  line_range lines = {};  // of the function
  std::vector<std::uint32_t> comments = {};  // lines of it that hold nothing else, in their order
  line_range worst =
      {};  // those of its lines that tell failing tests from passing ones best; 0: not measured
  // What was edited of it, else what each failing test ran of it, if that is a few lines, else the most suspect of these; in
  // their order.
  std::vector<line_range> path = {};
  run_by ran = {};
  bool edited = false;    // since the tests passed: a line of it, or its file, where lines are not known
  bool by_line = false;   // of what was edited the lines are known
  bool in_stack = false;  // of the failures
  bool named = false;     // by a message, or by a line that failed
  double score = 0;
  friend bool operator==(const suspect&, const suspect&) = default;
};

struct suspect_list {
  attribution unit = attribution::run;  // what is counted
  run_by all = {};                      // how many there are
  std::uint64_t edited_since = 0;       // the run that `edited` compares with; 0: git's last commit
  bool shared = false;                  // what a failing test ran is told together with what others did
  std::vector<suspect> found = {};      // the most suspect first
  std::size_t equal = 0;                // how many at its front have the same score
  // Why what was not edited is no suspect: no code explains the failures; empty: it may.
  std::string_view unexplained = {};
};

// More than these at the front that are equally suspect are as good as none.
constexpr std::size_t max_equal_suspects = 3;
constexpr std::size_t max_edited_suspects = 8;  // the same of functions that were edited
inline bool tells_apart(const suspect_list& from) {
  if (from.found.empty()) return false;
  return from.equal <= (from.found.front().by_line ? max_edited_suspects : max_equal_suspects);
}

constexpr std::size_t kept_suspects = 20;  // of a cause
constexpr std::size_t max_path_lines = 8;  // of a suspect, beside its most suspect ones

// Failures that say the same.
struct cause_part {
  std::vector<std::size_t> members;  // indices into the list of failures, ascending
  std::size_t example = 0;           // index of its shortest failure, preferably with a message and a place
};

struct cause {
  std::vector<std::size_t> members;  // of all parts, ascending
  std::vector<cause_part> parts;     // the largest first
  suspect_list suspects = {};

  std::size_t example() const { return parts.front().example; }
};

}  // namespace covey::parsers
