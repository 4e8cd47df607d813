// What `node FILE` of a script runs: tests of node:test, tests of another runner, or a program. Reads the
// file and the files that it imports, one level deep. And whether `tsc -p FILE` emits anything.
#pragma once

#include "parsers/languages/planning.hpp"
#include "parsers/languages/node/package/package_facts.hpp"
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// A module that a source names: `import {a} from 'm'`, `require("m")`.
struct module_import {
  std::string name;    // "node:test", "./a.js"
  std::string clause;  // the text from "import", "const" and the like up to the name
};

std::vector<module_import> imported_modules(std::string_view source);

// "node:test", or a library that covey does not read ("tape" and others); "": it imports none of them.
std::string test_library_of(const std::vector<module_import>& modules);

// The files that the scripts of packages run with node, and those that say what their compilers do.
class script_files {
 public:
  // `script`: see choose_runner (runner_resolution.hpp).
  void add(const std::string& folder, const package_facts& project, std::string_view script);

  // Reads those that were added since the last reading.
  planning_part<void> read();

  // Stores the results in the project of that folder.
  void tell(const std::string& folder, package_facts& project) const;

 private:
  struct entry {
    std::string folder;
    std::string name;     // as the script names it, relative to the folder
    std::string path;     // of the file that node finds, absolute
    std::string library;  // see test_library_of
  };
  struct look {
    std::size_t of;  // the entry
    strings places;  // the first that is there counts
    bool is_entry;   // false: a file that the entry imports
  };

  void take(const look& at, const std::string& path, std::string_view text);

  struct compiled {
    std::string folder;
    compiled_project what;
    bool emits_nothing = false;
  };

  std::vector<entry> entries_;
  std::vector<look> looks_;
  std::size_t done_ = 0;  // the first look still to be taken
  std::vector<compiled> compiled_;
  std::size_t known_ = 0;  // the first of these still to be read
};

}  // namespace covey::parsers::languages::node
