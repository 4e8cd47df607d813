// The facts about a Node package in package.json and the files beside it. Pure: the planner passes the texts.
#pragma once

#include "parsers/languages/node/package/runner_names.hpp"
#include <boost/json/object.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::node {

// A file that a script runs with node.
struct script_file {
  std::string library;  // of its tests: "node:test"; "": it holds no tests, or its library is unknown
  std::string suffix;   // what node adds to its name: ".js", "/index.js"
};

// What a compiler of TypeScript is to compile: a configuration, or its folder, as a path below the package.
struct compiled_project {
  std::string config;
  bool with_references = false;  // `tsc -b` also compiles what it refers to

  friend bool operator==(const compiled_project&, const compiled_project&) = default;
};

struct package_facts {
  std::string name;          // of package.json; may be empty
  std::string version;       // likewise
  bool has_package = false;  // there is a package.json that can be read
  std::string problem;       // why package.json cannot be read; empty: it can
  std::vector<std::pair<std::string, std::string>> scripts;
  strings dependencies;        // names: dependencies, devDependencies and the like
  strings keys;                // the top-level keys of package.json: "jest", "mocha", …
  strings workspaces;          // patterns
  strings files;               // names in the package's folder
  std::string type;            // "module" or "commonjs" or empty
  std::string manager;         // "npm", "yarn", "pnpm", "bun"
  std::string manager_why;     // "package-lock.json"
  bool plug_and_play = false;  // Yarn without node_modules
  std::map<std::string, script_file> node_files = {};  // by their names in scripts (script_files.hpp)
  std::vector<compiled_project> emits_nothing = {};    // of those that its scripts name (script_files.hpp)
  bool runs_pre_and_post = true;  // the manager runs "pretest" and "posttest"; Yarn from 2 on does not
};

// `text`: of package.json; `files`: the names in its folder.
package_facts read_package_facts(std::string_view text, strings files);

// The object that a text of JSON is; nothing if it is none. `lenient`: it may have comments and trailing commas.
std::optional<boost::json::object> parsed_object(std::string_view text, bool lenient = false);

// The texts in a list; as many as covey reads.
strings texts_at(const boost::json::object& from, std::string_view name);

// A member of package.json as JSON; "": there is none.
std::string package_member(std::string_view text, std::string_view key);

// The patterns of a lerna.json.
strings read_lerna_workspaces(std::string_view text);

// The tasks that a task depends on (`dependsOn`) in a turbo.json or an nx.json; "^build" becomes "build".
strings read_task_dependencies(std::string_view text, const std::string& task);

// The values of a top-level key of a YAML file: a scalar, a [list], or a list of lines with dashes.
strings yaml_values(std::string_view text, std::string_view key);

std::string_view script_of(const package_facts& project, std::string_view name);  // "": there is none
bool has_file(const package_facts& project, std::string_view name);
bool depends_on(const package_facts& project, std::string_view package);

}  // namespace covey::parsers::languages::node
