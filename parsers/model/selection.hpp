// What a caller picks by its source, and which tests of a run that turned out to be.
#pragma once

#include "parsers/model/run.hpp"
#include "parsers/model/test_block.hpp"
#include <cstdint>
#include <string>
#include <vector>

namespace covey::parsers {

// A test file, or blocks of it.
struct file_selection {
  std::string file;                // relative to the workspace root
  bool whole_file = true;          // false: only `blocks`
  std::vector<test_block> blocks;  // of a whole file: all that are known
  bool complete = true;            // of a whole file: `blocks` names all of its outermost tests

  friend bool operator==(const file_selection&, const file_selection&) = default;
};

// Some tests of a run, by the names that the runner reports.
struct test_selector {
  std::string group;             // test_id::group
  std::vector<block_name> path;  // of the name within it, from the outermost inwards; empty: all of the group
  std::vector<std::string> separators;  // what may come between two names: the first joins the path; after it
                                        // any of them begins what is below: {"::", "["} of pytest
  // Where several blocks share their names: a test whose line is known must lie in these. 0: anywhere.
  std::uint32_t line_start = 0;
  std::uint32_t line_end = 0;

  bool matches(const test_record& test) const;
};

// What became of one pick.
struct selected_tests {
  std::vector<std::size_t> tests;  // their places in run_results::tests
  std::uint64_t failed = 0;        // failures of theirs, or of all of their group (a file that did not load)
  bool success() const { return !tests.empty() && failed == 0; }
};

using selector_lists = std::vector<std::vector<test_selector>>;  // of each pick those of its tests

std::vector<selected_tests> find_selected(const run_results& results, const selector_lists& selectors);

// A pick of which nothing ran, and no failure says why, becomes an error: a run of nothing must not look like
// one that passed. `found` is what find_selected() gave.
void add_unrun_selections(run_results& results, const std::vector<file_selection>& selections,
                          const selector_lists& selectors, std::vector<selected_tests>& found);

}  // namespace covey::parsers
