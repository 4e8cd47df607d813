// What a Node package's tests really are: which runners, in which order, and how that is known.
#pragma once

#include "parsers/languages/node/runner.hpp"
#include "parsers/languages/node/script_parts.hpp"
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// One thing that a package's tests are made of, in the order of its script.
struct node_job {
  enum class kind_type : std::uint8_t {
    tests,     // of `runner`
    step,      // what the tests after it need: it is run as it is written
    other,     // likewise, but nothing needs it: tests of a runner that covey does not read
    packages,  // the tests of other packages have their place here
  };
  kind_type kind = kind_type::tests;
  const node_runner* runner = nullptr;
  node_script script;  // the command that names it, where a script does
  std::string why;     // "named by scripts.test in package.json"
  bool optional = false;
  package_call packages;
};

struct node_choice {
  std::vector<node_job> jobs;      // without tests: what a script without a runner is taken apart into
  std::string script_name;         // "test": the script that is run as it is, where there is no runner
  std::string unread;              // "ava": the runner that was seen instead
  std::vector<std::string> notes;  // what else there would have been, and what is not run
  std::string refused;             // why nothing of the script is run; empty: something is

  bool has_tests() const;  // or packages that may have some
};

// The scripts that may be those of tests, the first that is there counts. `script`: the only one.
std::vector<std::string> names_of_test_scripts(std::string_view script = {});

// In this order: a script, a configuration file or a key of package.json, a dependency, what the test files
// import (`imports`: module -> the file that imports it, of reporters/node/inspect.cjs), a script that covey
// cannot read. `script`: the only one that counts; empty: "test" or what is usual in its place.
node_choice choose_node_runner(const node_project& project, const std::map<std::string, std::string>& imports,
                               std::string_view script = {});

}  // namespace covey::parsers
