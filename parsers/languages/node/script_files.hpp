// What `node FILE` of a script runs: tests of node:test, of another runner, or a program. The file is looked
// at, and what it imports, one level deep.
#pragma once

#include "parsers/languages/language.hpp"
#include "parsers/languages/node/project.hpp"
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// A module that a source names: `import {a} from 'm'`, `require("m")`.
struct module_import {
  std::string name;    // "node:test", "./a.js"
  std::string clause;  // what stands between "import", "const" and the like and the name
};

std::vector<module_import> imported_modules(std::string_view source);

// "node:test", or "tape" and others that covey does not read as such; "": it imports none of them.
std::string test_library_of(const std::vector<module_import>& modules);

// Looks at the files that the scripts of some packages have node run.
class script_files {
 public:
  // `script`: see choose_node_runner.
  void add(const std::string& folder, const node_project& project, std::string_view script);

  // The next look; without paths there is none left. A few files at a time: each may be a MiB of text.
  path_request next();
  void read(const path_states& seen);

  // Puts what is known into the project of that folder.
  void tell(const std::string& folder, node_project& project) const;

 private:
  struct entry {
    std::string folder;
    std::string name;     // as the script names it, relative to the folder
    std::string path;     // of the file that node finds, absolute
    std::string library;  // see test_library_of
  };
  struct look {
    std::size_t of;                   // the entry
    std::vector<std::string> places;  // the first that is there counts
    bool is_entry;                    // not what it imports
  };

  void take(const look& at, const std::string& path, std::string_view text);

  std::vector<entry> entries_;
  std::vector<look> looks_;
  std::size_t asked_ = 0;  // the first look that is being answered
  std::size_t done_ = 0;   // the first that is still to be asked for
};

}  // namespace covey::parsers
