// Splits a script of package.json and the scripts that it calls into parts: the tests that `npm test` runs,
// the builds before them, and what is no test.
#pragma once

#include "parsers/languages/node/script/script_calls.hpp"
#include "parsers/languages/node/script/script_command.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

struct script_part {
  enum class kind_type : std::uint8_t {
    tests,     // a runner that covey reads
    packages,  // the scripts of other packages
    step,      // anything else: run as written, in its place
    unread,    // likewise: a test runner that covey does not read
    check,     // decides nothing about a test: not run
    writes,    // changes the project: not run
    left_out   // cannot be run among the others: `why`
  };
  kind_type kind = kind_type::step;
  const test_program* runner = nullptr;
  script_command script;
  package_call packages;
  bool optional = false;  // of a step: what follows runs even if it fails ("a; b")
  std::string why;        // the reason of `left_out`; the runner's name of `unread`
};

// Includes its pre and post scripts, as the project's package manager runs them. A script beyond the bounds
// of limits.hpp becomes one part that is left out.
std::vector<script_part> read_script(const package_facts& project, std::string_view name);

// Reads a line from outside package.json: a task of deno.json.
std::vector<script_part> read_script_line(const package_facts& project, std::string_view line);

// The files that the script runs with node, relative to the package: `node test.js`.
std::vector<std::string> files_that_node_runs(const package_facts& project, std::string_view name);

}  // namespace covey::parsers::languages::node
