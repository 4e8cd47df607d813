// Coverage, the one model that every report format is read into and that LCOV is written from.
#pragma once

#include "parsers/model/lines_by_unit.hpp"
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// What a covered line can be attributed to.
enum class attribution : std::uint8_t { test, file, package, binary, run };

constexpr std::uint32_t max_line_number = (1u << 24) - 1;  // no source file is longer
constexpr std::uint64_t max_hits = (1ull << 40) - 1;       // more is kept as this
constexpr std::uint32_t max_block = (1u << 30) - 1;
constexpr std::uint32_t named_branch = 1u << 31;

// Eight bytes, for a report of 100 MB has ten million of them.
struct line_hits {
  std::uint64_t line : 24;
  std::uint64_t hits : 40;  // 0: could run, did not

  constexpr line_hits(std::uint32_t at = 0, std::uint64_t count = 0)
      : line(std::min(at, max_line_number) & max_line_number), hits(std::min(count, max_hits) & max_hits) {}
  friend bool operator==(const line_hits&, const line_hits&) = default;
};
static_assert(sizeof(line_hits) == 8);

// One way out of a line that branches. Block and branch tell the ways of a line apart; what they stand for is
// the measuring tool's.
struct branch_hits {
  std::uint64_t line : 24;
  std::uint64_t taken : 40;
  std::uint32_t block : 30;
  std::uint32_t exception : 1;  // the way an exception takes
  std::uint32_t evaluated : 1;  // 0: the condition before it was never reached ("-" in LCOV); then taken is 0
  std::uint32_t branch = 0;     // from `named_branch` on: an index into file_coverage::branch_names

  constexpr branch_hits(std::uint32_t at = 0, std::uint32_t in_block = 0, std::uint32_t way = 0,
                        std::uint64_t count = 0, bool reached = true, bool by_exception = false)
      : line(std::min(at, max_line_number) & max_line_number),
        taken((reached ? std::min(count, max_hits) : 0) & max_hits),
        block(std::min(in_block, max_block) & max_block),
        exception(by_exception ? 1 : 0),
        evaluated(reached ? 1 : 0),
        branch(way) {}
  friend bool operator==(const branch_hits&, const branch_hits&) = default;
};
static_assert(sizeof(branch_hits) == 16);

struct function_hits {
  std::string name;        // in one file each name stands once
  std::uint32_t line = 0;  // 0: unknown
  std::uint32_t end_line = 0;
  std::uint64_t hits = 0;
  friend bool operator==(const function_hits&, const function_hits&) = default;
};

// One outcome of one condition of a decision (MC/DC): that it decided alone, and how often.
struct condition_hits {
  std::uint32_t line = 0;
  std::uint32_t group = 0;  // how many conditions the decision has
  std::uint32_t index = 0;  // which of them this is
  bool sense = false;
  std::uint64_t hits = 0;
  std::string expression;
  friend bool operator==(const condition_hits&, const condition_hits&) = default;
};

struct file_coverage {
  std::vector<line_hits> lines;            // sorted by line, one entry a line: every line that could run
  std::vector<branch_hits> branches;       // sorted by line, block, exception, branch; each once
  std::vector<std::string> branch_names;   // of branches that are told apart by text; each once
  std::vector<function_hits> functions;    // in the report's order
  std::vector<condition_hits> conditions;  // sorted by line, group, index, sense; each once
  lines_by_unit by_unit;                   // by index into coverage::units
};

// Who ran something: Go: a package with its top-level tests that ran.
struct coverage_unit {
  std::string name;
  std::vector<std::string> tests;  // sorted
};

struct coverage {
  attribution unit_kind = attribution::run;
  std::vector<coverage_unit> units;
  std::map<std::string, file_coverage, std::less<>> files;  // by path: of runs relative to the workspace root
  std::map<std::string, std::string, std::less<>>
      aliases;                     // the report's own name of a file -> key in `files`
  std::vector<std::string> notes;  // what was skipped and why, a sentence each; bounded
};

struct found_and_hit {
  std::uint64_t found = 0;
  std::uint64_t hit = 0;
  friend bool operator==(const found_and_hit&, const found_and_hit&) = default;
};

struct coverage_totals {
  found_and_hit lines;
  found_and_hit branches;
  found_and_hit functions;
  found_and_hit conditions;
};

coverage_totals totals(const file_coverage& file);

// As lcov counts: a file without a line that could run adds nothing, its branches and functions included.
coverage_totals totals(const coverage& data);

// Hit of found in tenths of a percent, rounded half up; 0 where nothing was found.
std::uint32_t permille(const found_and_hit& value);

std::string_view to_string(attribution value);

}  // namespace covey::parsers
