// Which runners a Node package's tests use, in which order, and what says so.
#pragma once

#include "parsers/languages/node/script/script_reader.hpp"
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

struct runner_resolution {
  std::vector<parsed_command> commands;  // in order; without tests: the steps of a script without a runner
  std::string script_name;               // "test": the script to run unchanged if there is no runner
  std::string unread;                    // "tape": the runner found instead, which covey does not read
  strings notes;                         // which other runners were found, and what is not run
  bool refused = false;                  // nothing of the script can be run; a note says why
};

// Runs the whole script through the package manager; only its exit code counts.
parsed_command whole_script(const package_facts& project, const std::string& name, std::string why);

// The names that a test script may have; the first that exists counts. `script`: the only one to consider.
strings names_of_test_scripts(std::string_view script = {});

// Decides by, in this order: a script, a configuration file or a key of package.json, a dependency, what the
// test files import (`imports`: module -> the file that imports it, of reporters/node/inspect.cjs), a script
// that covey cannot read. `script`: the only one to consider; empty: "test" or the usual names in its place.
runner_resolution choose_runner(const package_facts& project,
                                const std::map<std::string, std::string>& imports,
                                std::string_view script_name = {});

}  // namespace covey::parsers::languages::node
