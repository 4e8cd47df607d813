// node:test, the runner that is a part of Node (20 and later), with reporters/node/node-test-*. The header
// declares the parts of its plan that have tests of their own.
#pragma once

#include "parsers/events/event_output.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// The arguments that a script gives to `node --test`, in two parts. Without those that covey sets itself
// (reporters, thresholds, watching, updating); for a rerun also without those that select files and tests.
struct test_runner_arguments {
  std::vector<std::string> flags;
  std::vector<std::string> operands;  // files, folders and patterns
  bool isolated = true;               // each file in a process of its own
};

test_runner_arguments read_test_runner_arguments(const std::vector<std::string>& arguments, bool everything);

// The output of reporters/node/expand-files.cjs: file names, each ended by a NUL.
std::vector<std::string> expanded_files(std::string_view printed);

}  // namespace covey::parsers::languages::node
