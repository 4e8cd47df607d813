// What the Node planner finds out, step by step: each question to the machine, and what its answer means.
#pragma once

#include "parsers/languages/node/inspection.hpp"
#include "parsers/languages/node/packages.hpp"
#include "parsers/languages/node/script_files.hpp"
#include "parsers/languages/node/workspace.hpp"
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace covey::parsers {

struct node_survey {
  plan_request request;
  std::vector<std::string> notes;
  std::vector<node_package> packages;  // the workspace root, then those that its scripts call
  std::vector<node_task> tasks;        // what is run of them
  std::size_t test_tasks = 0;          // of these, in the whole project: a rerun has less
  node_inspection inspected;
  std::string problem;            // why there can be no plan; empty: nothing so far
  std::vector<failure> failures;  // of picked files that nothing runs

  path_request about_root() const;
  void read_root(const path_states& seen);

  // The files that the scripts have node run: asked for until there are no paths left. First those of the
  // root, then those of its packages.
  script_files files;
  void use_files_of_root();

  // Of a root with several packages: where they are. Without paths there is nothing to ask.
  path_request about_parents() const;
  void read_parents(const path_states& parents);
  path_request about_packages();  // some at a time, until there are no paths left
  void read_packages(const path_states& seen);
  void use_files_of_packages();

  // Decides the runners as well.
  command inspection() const;
  void read_inspection(const command& question, const probe_answer& said);

  // What a run of only a part is of: request.wanted, and of the tasks those that it needs. Picked files that
  // several tasks may run are looked at.
  path_request about_selections() const;
  void keep_wanted(const path_request& about_selections, const path_states& selected);

  // Whether coverage is known per test in some tasks and per test file in others.
  bool mixes_units() const;

  // Of the configuration files of one task.
  path_request about_config(const node_task& task) const;

 private:
  void read_package(const std::string& folder, const path_state& entries, const path_state& file,
                    bool is_named);
  void choose();
  void choose_packages();
  std::string called_script() const;
  void take_selection(const file_selection& selection, std::string_view text);

  path_states root_;  // what about_root() found
  workspace_folders where_;
  std::vector<std::string> folders_;  // that may be packages
  std::size_t named_ = 0;             // of these, the first ones: they count without a package.json as well
  std::size_t asked_ = 0;             // the first whose answer is waited for
  std::size_t done_ = 0;              // the first that is still to be asked for
  std::size_t package_bytes_ = 0;     // of the paths of packages
  std::map<std::string, node_project> others_;  // folders that are no packages: of `cd sub && jest`
};

// The runner's part of package.json and its own files, as text.
std::string config_text(const node_task& task, const path_states& seen);

// What a native runner prints for --version -> "2.9.0".
std::string version_in(std::string_view text);

}  // namespace covey::parsers
