// Which other scripts a command calls: of its own package, or of others.
#pragma once

#include "parsers/languages/node/project.hpp"
#include <optional>
#include <string>
#include <vector>

namespace covey::parsers {

// `npm run unit -- --ci`, `run-s a b`, `concurrently npm:a npm:b`
struct script_call {
  std::vector<std::string> names;  // of scripts that are there
  std::vector<std::string> lines;  // commands that are given as they are: `concurrently "jest a"`
  std::vector<std::string> more;   // what the script's last command is handed on
  bool parallel = false;
  bool too_many = false;  // more patterns than covey reads
};

// `npm test --workspaces`, `pnpm --filter a test`, `turbo run test`, `npm --prefix sub test`
struct package_call {
  std::string script;             // that is run in each of them
  std::vector<std::string> only;  // names or folders of packages; empty: all
  std::string folder;             // of the one package that is meant, relative to the caller's; may be empty
  std::string unread;             // a filter that covey does not read: all packages run
  std::string task_runner;        // "turbo": it would run the tasks that this one depends on
  std::vector<std::string> others;  // tasks that are called beside it: `turbo run build test`
};

std::optional<script_call> called_scripts(const node_project& project, const std::vector<std::string>& words);
// `folder`: where the command runs, relative to the caller's package; elsewhere `npm test` is another's.
std::optional<package_call> called_packages(const std::vector<std::string>& words,
                                            const std::string& folder = {});

}  // namespace covey::parsers
