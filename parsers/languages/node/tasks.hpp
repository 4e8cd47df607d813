// The jobs of all packages of a workspace as one list, in the order they run.
#pragma once

#include "parsers/languages/node/runner_resolution.hpp"
#include <string>
#include <vector>

namespace covey::parsers {

struct node_package {
  std::string folder;  // absolute
  node_project project;
  node_choice choice;
  std::string script;  // the only one that counts, where a script calls it in its packages; else empty
};

struct node_task {
  std::string folder;    // absolute: where it runs
  std::string package;   // absolute: the package it belongs to
  node_project project;  // of the folder
  node_job job;
  std::string title;        // "mocha in packages/a", "npm run build": names it among the others
  bool everything = false;  // of a rerun: not only what is wanted of it
};

// "packages/a", or "the workspace".
std::string place_of(const std::string& folder, const std::string& root);

// `packages.front()` is the root; where its jobs call the others, theirs stand in that place.
std::vector<node_task> tasks_of(const std::vector<node_package>& packages, const std::string& root,
                                std::vector<std::string>& notes);

// The tasks that a rerun needs: those with a failure, the steps of their scripts, and all that did not run
// because a step failed.
std::vector<node_task> tasks_of_rerun(std::vector<node_task> tasks, const std::vector<rerun_test>& wanted,
                                      const std::string& root);

}  // namespace covey::parsers
