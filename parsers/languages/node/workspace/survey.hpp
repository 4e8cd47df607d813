// What the Node planner finds out, step by step: each probe and each read of files, and what the answer
// means.
#pragma once

#include "parsers/languages/node/workspace/inspection.hpp"
#include "parsers/languages/node/workspace/plan_merger.hpp"
#include "parsers/languages/node/script/script_files.hpp"
#include "parsers/languages/node/workspace/workspace_folders.hpp"
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace covey::parsers::languages::node {

struct project_survey {
  plan_request request;
  std::vector<std::string> notes;
  std::vector<workspace_package> packages;  // the workspace root, then those that its scripts call
  std::vector<runner_task> tasks;           // of these packages, in the order they run
  std::size_t test_tasks = 0;               // tasks that run tests, in the whole project: a rerun has fewer
  inspection_answer inspected;
  std::string problem;                // why there can be no plan; empty: nothing so far
  std::vector<rerun_test> rerun_set;  // of a partial run: what failed, or what is selected
  std::vector<failure> failures;      // of selected files that nothing runs; of excess packages

  // The paths to read next; empty: done. In order: the root, the files that its scripts run with node, the
  // packages of a workspace, and their scripts' files.
  path_request next_paths();
  void read_paths(const path_states& seen);

  // The probe of Node. Reading its answer also decides the runners.
  command inspection() const;
  void read_inspection(const command& question, const probe_answer& said);

  // For a partial run: the rerun set, and the tasks that it needs. Selected files that several tasks may run
  // are read.
  path_request about_selections() const;
  void decide_rerun_set(const path_request& about_selections, const path_states& selected);

  // Whether coverage is known per test in some tasks and per test file in others.
  bool mixes_units() const;

  // The configuration files of one task.
  path_request about_config(const runner_task& task) const;

 private:
  enum class stage : std::uint8_t { root, files_of_root, parents, packages, files_of_packages, done };

  path_request about_root() const;
  void read_root(const path_states& seen);
  void use_files_of_root();
  path_request about_parents() const;  // the folders that hold the packages of a workspace
  void read_parents(const path_states& parents);
  path_request about_packages();  // some at a time
  void read_packages(const path_states& seen);
  void use_files_of_packages();
  void read_package(const std::string& folder, const path_state& entries, const path_state& file,
                    bool is_named);
  void choose();
  void choose_packages();
  std::string called_script() const;
  void take_selection(const file_selection& selection, std::string_view text);

  stage stage_ = stage::root;
  script_files files_;
  path_states root_;  // what about_root() found
  workspace_folders where_;
  std::vector<std::string> folders_;  // that may be packages
  std::size_t named_ = 0;             // of these, the first ones: they count even without a package.json
  std::size_t asked_ = 0;             // the first folder of the pending request
  std::size_t done_ = 0;              // the first folder still to be requested
  std::size_t package_bytes_ = 0;     // of the paths of packages
  std::map<std::string, package_facts> others_;  // by folder; also those of `cd sub && jest`
};

// The runner's part of package.json and its own files, as text.
std::string config_text(const runner_task& task, const path_states& seen);

// What a native runner prints for --version -> "2.9.0".
std::string version_in(std::string_view text);

}  // namespace covey::parsers::languages::node
