// What the Node planner finds out before it plans: which packages there are, which runners, what is to run. The commands of
// all packages of a workspace are one list, in the order they run.
#pragma once

#include "parsers/languages/planning.hpp"
#include "parsers/languages/node/script/script_files.hpp"
#include "parsers/languages/node/workspace/probes.hpp"
#include "parsers/languages/node/script/runner_resolution.hpp"
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::node {

struct workspace_package {
  std::string folder;  // absolute
  package_facts project;
  runner_resolution resolution;
  std::string script;  // the only one to consider, if the root calls it in its packages; else empty
};

struct scheduled_command : parsed_command {
  std::string folder;     // absolute: where it runs
  std::string package;    // absolute: the package it belongs to
  package_facts project;  // of the folder
  std::string title;      // "mocha in packages/a", "npm run build": names it among the others
  // In a rerun: all of its tests, not only those of the rerun set; of a step: it failed.
  bool everything = false;
};

// Whether it runs all that the project's own command does. Words of a call choose among the tests, or change how they run.
bool runs_all_as_it_is(const plan_request& request);

// "packages/a", or "the workspace".
std::string place_of(const std::string& folder, const std::string& root);

// `packages.front()` is the root; the commands of the packages it calls replace the one that calls them.
std::vector<scheduled_command> schedule_of(const std::vector<workspace_package>& packages,
                                           const std::string& root, strings& notes);

// Whether a step comes before it, which may build what it tests.
bool is_built_before(const scheduled_command& scheduled, const std::vector<scheduled_command>& schedule);

// A step that failed, or a runner that did not start: whichever file is at fault, none of its tests ran.
bool failed_as_a_whole(const rerun_test& wanted, const scheduled_command& scheduled);

// Those with tests; the steps before them in their scripts, which may build what they test, and what cleans up behind them.
std::vector<scheduled_command> schedule_of_tests(const std::vector<scheduled_command>& schedule);

// The same for those that a rerun needs: those with a failure, and all that did not run because a step failed.
std::vector<scheduled_command> schedule_of_rerun(std::vector<scheduled_command> schedule,
                                                 const std::vector<rerun_test>& wanted,
                                                 const std::string& root);

// Which steps these are, and what of the scripts of their packages is left out.
strings notes_of_rerun(const std::vector<scheduled_command>& all,
                       const std::vector<scheduled_command>& rerun);

// Which commands run a selected file, if several commands of a workspace run tests.

// The commands that may run a file, as indices: those in the nearest folder above it. `file` is absolute.
std::vector<std::size_t> commands_near(const std::vector<scheduled_command>& schedule,
                                       const std::string& file);

// Of these, those that match its text and the arguments of their scripts. `text`: empty if unknown.
std::vector<std::size_t> commands_for(const std::vector<scheduled_command>& schedule, const std::string& file,
                                      std::string_view text);

// The packages of a repository that holds several (npm, Yarn, pnpm workspaces).

// The folders that the patterns of a workspace name, absolute, and those whose sub-folders they name
// ("packages/*").
struct workspace_folders {
  strings packages;
  strings parents;
  strings unread;  // patterns of another form
};

workspace_folders read_workspace_patterns(const std::string& root, const strings& patterns);

// The packages below the parents, from the entries in `seen`; at most one more than the limit.
strings packages_below(const strings& parents, const path_states& seen);

struct project_survey {
  explicit project_survey(plan_request of) : request(std::move(of)) {}

  plan_request request;
  strings notes;
  std::vector<decision> left_out;           // commands that the settings leave out
  std::vector<workspace_package> packages;  // the workspace root, then those that its scripts call
  std::vector<scheduled_command> schedule;  // of these packages, in the order they run
  std::size_t test_commands = 0;  // commands that run tests, in the whole project: a rerun has fewer
  inspection_answer inspected;
  std::string without_node;           // "node", "yarn": the program that is missing; empty: node answered
  std::string problem;                // why there can be no plan; empty: nothing so far
  std::vector<rerun_test> rerun_set;  // of a partial run: what failed, or what is selected
  std::vector<failure> failures;      // of selected files that nothing runs; of excess packages

  // Reads the root, the files that its scripts run with node, the packages that they call, and their files.
  planning_part<void> read_packages();

  // Asks node what is installed, which also decides the runners.
  planning_part<void> inspect();

  // For a partial run: the rerun set, and the commands that it needs. Selected files that several commands may
  // run are read.
  planning_part<void> decide_rerun_set();

  // The command's own configuration: its runner's part of package.json, and the text of its files.
  planning_part<std::string> read_config(const scheduled_command& scheduled) const;

 private:
  using folder_files = std::map<std::string, path_state, std::less<>>;  // by name; "": the folder itself

  static planning_part<folder_files> read_files(std::string folder, strings names);
  planning_part<void> read_files_of_scripts();
  workspace_folders folders_called_by_root(const folder_files& root);
  void take_package(const std::string& folder, const folder_files& found, bool is_named);
  void choose();
  void choose_packages();
  void confirm_by(runner_resolution own, const std::string& why);
  std::string called_script() const;
  command inspection() const;
  void narrow(std::vector<scheduled_command> needed);
  void take_selection(const file_selection& selection, std::string_view text);

  script_files files_;
  std::size_t package_bytes_ = 0;                // of the paths of packages
  std::map<std::string, package_facts> others_;  // by folder; also those of `cd sub && jest`
};

// What a native runner prints for --version -> "2.9.0".
std::string version_in(std::string_view text);

}  // namespace covey::parsers::languages::node
