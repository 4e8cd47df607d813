// What a planner under test is to run.
#pragma once

#include "parsers/model/selection.hpp"
#include <utility>
#include <vector>

namespace covey::parsers::testing {

// The selections run alone, or in a run of everything are told apart.
inline run_target target_of(std::vector<file_selection> selections, bool everything) {
  if (everything) return run_all{std::move(selections)};
  return run_selected{std::move(selections)};
}

// The rerun set of a target that becomes one of what failed.
inline std::vector<rerun_test>& rerun_set_in(run_target& target) {
  if (!std::holds_alternative<run_failed>(target)) target = run_failed{};
  return std::get<run_failed>(target).tests;
}

// The selections of a target that becomes one of them.
inline std::vector<file_selection>& selections_in(run_target& target) {
  if (auto* all = std::get_if<run_all>(&target); all != nullptr && !all->selections.empty())
    return all->selections;
  if (!std::holds_alternative<run_selected>(target)) target = run_selected{};
  return std::get<run_selected>(target).selections;
}

}  // namespace covey::parsers::testing
