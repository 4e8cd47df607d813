// Splits a script of package.json and the scripts that it calls into parts: the tests that `npm test` runs,
// the builds before them, and what is no test.
// Design: docs/design/13-node-scripts.md
#pragma once

#include "parsers/languages/node/script/script_command.hpp"
#include "parsers/languages/node/package/package_facts.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// Which other scripts a command calls: of its own package, or of others.

// `npm run unit -- --ci`, `run-s a b`, `concurrently npm:a npm:b`
struct script_call {
  strings names;  // of scripts that exist
  strings lines;  // commands given in full: `concurrently "jest a"`
  strings more;   // arguments that the script's last command receives
  bool parallel = false;
  bool too_many = false;  // more patterns than covey reads
};

std::optional<script_call> called_scripts(const package_facts& project, const strings& words);
// `folder`: where the command runs, relative to the caller's package; in another folder `npm test` calls
// another package.
std::optional<package_call> called_packages(const strings& words, const std::string& folder = {});

struct parsed_script {
  std::vector<parsed_command> commands;
  std::string
      doubt;  // why it may fail where all of these pass, as what stands behind "because"; empty: it does not
};

// Includes its pre and post scripts, as the project's package manager runs them. A script beyond the bounds
// of limits.hpp becomes one part that is left out.
parsed_script read_script(const package_facts& project, std::string_view name);

// Reads a line from outside package.json: a task of deno.json.
parsed_script read_script_line(const package_facts& project, std::string_view line);

// Files that say what commands of the script are, relative to the package.
struct named_files {
  strings of_node;                             // that it runs with node: `node test.js`
  std::vector<compiled_project> of_compilers;  // `tsc -p FILE`
};
named_files files_named_by(const package_facts& project, std::string_view name);

}  // namespace covey::parsers::languages::node
