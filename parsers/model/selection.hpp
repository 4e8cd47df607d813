// What a run is to run, as callers select it by its source, and which tests of a run belong to each selection.
// Design: docs/design/11-selections.md
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/model/test_block.hpp"
#include <cstdint>
#include <string>
#include <variant>
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
                                        // any of them begins a name below it: {"::", "["} of pytest
  // If several blocks share a name, a test whose line is known must lie in these lines. 0: anywhere.
  std::uint32_t line_start = 0;
  std::uint32_t line_end = 0;

  bool matches(const test_record& test) const;
};

// The results of one selection.
struct selected_tests {
  std::vector<std::size_t> tests;  // indices into run_results::tests
  std::uint64_t failed = 0;        // their failures, and those of the whole group (a file that did not load)
  bool success() const { return !tests.empty() && failed == 0; }
};

using selector_lists = std::vector<std::vector<test_selector>>;  // per selection those of its tests

std::vector<selected_tests> find_selected(const run_results& results, const selector_lists& selections);

// A selection becomes an error if none of its tests ran and no failure says why: an empty run must not look
// like a passed one. `found` is the result of find_selected().
void add_unrun_selections(run_results& results, const std::vector<file_selection>& selections,
                          const selector_lists& selectors, std::vector<selected_tests>& found);

struct run_all {
  std::vector<file_selection> selections = {};  // which the answer reports separately

  friend bool operator==(const run_all&, const run_all&) = default;
};

struct run_failed {
  std::uint64_t limit = 0;             // the most tests to run
  std::vector<rerun_test> tests = {};  // decided on when the run's turn comes

  friend bool operator==(const run_failed& a, const run_failed& b) { return a.limit == b.limit; }
};

// A requested exact name that does not exist.
struct unknown_name {
  std::string name;
  std::string advice = {};  // "near: X; list_testblocks shows the labels that there are"

  friend bool operator==(const unknown_name&, const unknown_name&) = default;
};

struct run_selected {
  std::vector<file_selection> selections = {};
  std::vector<unknown_name> unknown = {};

  friend bool operator==(const run_selected&, const run_selected&) = default;
};

// Equal if two callers ask for the same. What a rerun is to run is decided at its turn, so its limit decides.
using run_target = std::variant<run_all, run_failed, run_selected>;

run_scope scope_of(const run_target& target);

// Empty where the target has none.
const std::vector<file_selection>& selections_of(const run_target& target);
const std::vector<rerun_test>& rerun_set_of(const run_target& target);

}  // namespace covey::parsers
