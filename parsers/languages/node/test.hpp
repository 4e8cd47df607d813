// node:test, the runner that is a part of Node (20 and later), with reporters/node/node-test-*. What of its
// plan is worth a test of its own.
#pragma once

#include "parsers/events/event_output.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// The arguments of `node --test` as a script has them, in two parts: what covey leaves to the user. Without
// reporters, thresholds, watching and updating; for a rerun also without what chooses files and tests.
struct node_test_arguments {
  std::vector<std::string> flags;
  std::vector<std::string> operands;  // files, folders and patterns
  bool isolated = true;               // each file in a process of its own
};

node_test_arguments read_node_test_arguments(const std::vector<std::string>& arguments, bool everything);

// What reporters/node/expand-files.cjs printed: one file a line, a NUL between them.
std::vector<std::string> expanded_files(std::string_view printed);

}  // namespace covey::parsers
