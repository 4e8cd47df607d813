// What a script of package.json does, step by step, the scripts that it calls among it: the tests that
// `npm test` runs, told apart from what is built before them and from what is no test.
#pragma once

#include "parsers/languages/node/script_calls.hpp"
#include "parsers/languages/node/runner.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct script_part {
  enum class kind_type : std::uint8_t {
    tests,     // a runner that covey reads
    packages,  // the scripts of other packages
    step,      // anything else: it is run as it is written, at its place
    unread,    // likewise: a test runner that covey does not read
    check,     // says nothing about a test: not run
    writes,    // changes the project: not run
    left_out   // cannot be run between the others: `why`
  };
  kind_type kind = kind_type::step;
  const node_runner* runner = nullptr;
  node_script script;
  package_call packages;
  bool optional = false;  // of a step: what follows runs even if it fails ("a; b")
  std::string why;        // of what is left out; of `unread` the runner's name
};

// With its pre and post scripts, as the project's package manager runs them. What is beyond the bounds of
// limits.hpp is one part that is left out.
std::vector<script_part> read_script(const node_project& project, std::string_view name);

// A line that is no script of package.json: a task of deno.json.
std::vector<script_part> read_script_line(const node_project& project, std::string_view line);

// The files that node is to run in it, relative to the package: `node test.js`.
std::vector<std::string> files_that_node_runs(const node_project& project, std::string_view name);

}  // namespace covey::parsers
