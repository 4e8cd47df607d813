// The commands of all packages of a workspace as one list, in the order they run.
#pragma once

#include "parsers/languages/node/script/runner_resolution.hpp"
#include "parsers/languages/plan.hpp"
#include "parsers/model/test.hpp"
#include <string>
#include <vector>

namespace covey::parsers::languages::node {

struct workspace_package {
  std::string folder;  // absolute
  package_facts project;
  runner_resolution resolution;
  std::string script;  // the only one to consider, if the root calls it in its packages; else empty
};

struct scheduled_command : parsed_command {
  std::string folder;       // absolute: where it runs
  std::string package;      // absolute: the package it belongs to
  package_facts project;    // of the folder
  std::string title;        // "mocha in packages/a", "npm run build": names it among the others
  bool everything = false;  // in a rerun: all of its tests, not only those of the rerun set; of a step: it failed
};

// Whether it runs all that the project's own command does. Words of a call choose among the tests, or change how they run.
bool runs_all_as_it_is(const plan_request& request);

// "packages/a", or "the workspace".
std::string place_of(const std::string& folder, const std::string& root);

// `packages.front()` is the root; the commands of the packages it calls replace the one that calls them.
std::vector<scheduled_command> schedule_of(const std::vector<workspace_package>& packages,
                                           const std::string& root, std::vector<std::string>& notes);

// A step that failed, or a runner that did not start: whichever file is at fault, none of its tests ran.
bool failed_as_a_whole(const rerun_test& wanted, const scheduled_command& scheduled);

// Those with tests; the steps before them in their scripts, which may build what they test, and what cleans up behind them.
std::vector<scheduled_command> schedule_of_tests(const std::vector<scheduled_command>& schedule);

// The same for those that a rerun needs: those with a failure, and all that did not run because a step failed.
std::vector<scheduled_command> schedule_of_rerun(std::vector<scheduled_command> schedule,
                                                 const std::vector<rerun_test>& wanted,
                                                 const std::string& root);

// Which steps these are, and what of the scripts of their packages is left out.
std::vector<std::string> notes_of_rerun(const std::vector<scheduled_command>& all,
                                        const std::vector<scheduled_command>& rerun);

}  // namespace covey::parsers::languages::node
