// Which other scripts a command calls: of its own package, or of others.
#pragma once

#include "parsers/languages/node/package/package_facts.hpp"
#include <optional>
#include <string>
#include <vector>

namespace covey::parsers::languages::node {

// `npm run unit -- --ci`, `run-s a b`, `concurrently npm:a npm:b`
struct script_call {
  std::vector<std::string> names;  // of scripts that exist
  std::vector<std::string> lines;  // commands given in full: `concurrently "jest a"`
  std::vector<std::string> more;   // arguments that the script's last command receives
  bool parallel = false;
  bool too_many = false;  // more patterns than covey reads
};

// `npm test --workspaces`, `pnpm --filter a test`, `turbo run test`, `npm --prefix sub test`
struct package_call {
  std::string script;               // to run in each of them
  std::vector<std::string> only;    // names or folders of packages; empty: all
  std::string folder;               // of the only package it calls, relative to the caller's; may be empty
  std::string unread;               // a filter that covey does not read: all packages run
  std::string task_runner;          // "turbo": it would also run the tasks that this one depends on
  std::vector<std::string> others;  // tasks that are called beside it: `turbo run build test`
};

std::optional<script_call> called_scripts(const package_facts& project,
                                          const std::vector<std::string>& words);
// `folder`: where the command runs, relative to the caller's package; in another folder `npm test` calls
// another package.
std::optional<package_call> called_packages(const std::vector<std::string>& words,
                                            const std::string& folder = {});

}  // namespace covey::parsers::languages::node
