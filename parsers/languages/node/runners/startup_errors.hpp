// Reads what a runner prints if it ends before its reporter is loaded: its configuration does not load.
#pragma once

#include "parsers/events/event_output.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// For jest and vitest. `folder`: absolute, where the runner was started. Nothing if tests had begun, because
// the output may then be the tests' own; errors that end jest after its tests are still reported.
std::vector<failure> diagnose_startup(const printed_text& said, std::string_view folder,
                                      std::string_view root, std::string_view runner);

}  // namespace covey::parsers::languages::node
