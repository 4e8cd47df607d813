// What a run is to run: passed from the tool that asks for it to the planner.
#pragma once

#include "parsers/model/run.hpp"
#include "parsers/model/selection.hpp"
#include "parsers/model/test.hpp"
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace covey::parsers {

struct run_all {
  std::vector<file_selection> selections = {};  // which the answer reports separately

  friend bool operator==(const run_all&, const run_all&) = default;
};

struct run_failed {
  std::uint64_t limit = 0;             // the most tests to run
  std::vector<rerun_test> tests = {};  // decided on when the run's turn comes
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

using run_target = std::variant<run_all, run_failed, run_selected>;

// Whether two callers ask for the same. What a rerun is to run is decided at its turn, so its limit decides.
bool same_target(const run_target& a, const run_target& b);

run_scope scope_of(const run_target& target);

// Empty where the target has none.
const std::vector<file_selection>& selections_of(const run_target& target);
const std::vector<rerun_test>& rerun_set_of(const run_target& target);

}  // namespace covey::parsers
