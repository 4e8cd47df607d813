// The files of one run: its scratch folder, the files its plan puts there, and the coverage files that the run leaves. All of it
// blocks, since a disk may be slow and a folder large: the run does it on threads, one after the other.
#pragma once

#include "actors/messages.hpp"
#include "process/scratch.hpp"
#include <memory>
#include <string>
#include <vector>

namespace covey::actors {

using scratch_ptr = std::shared_ptr<process::scratch>;

struct made_scratch {
  scratch_ptr folder;   // removed with its last owner, if not before
  std::string problem;  // why there is none: a sentence
};
made_scratch make_scratch();

// Creates the folders, files and the channel of the plan. Gives why not: a sentence; empty: they are there.
std::string fill_scratch(const scratch_ptr& folder, const plan_ptr& plan);

// Now, and not with its owner. Gives true.
bool remove_scratch(const scratch_ptr& folder);

// Null: the run left none.
coverage_ptr collect_coverage(const plan_ptr& plan, const finished_run_ptr& run);

// `data`, `last`, the run before it in its workspace, and `known` by earlier runs may be null. Null: its language is none of ours.
std::shared_ptr<const std::vector<parsers::cause>> explain_failures(
    const finished_run_ptr& of, const coverage_ptr& data, const finished_run_ptr& last,
    const std::shared_ptr<const parsers::measured_runs>& known);

}  // namespace covey::actors
