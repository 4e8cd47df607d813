// What a runner prints that ends before its reporter is there: its configuration does not load.
#pragma once

#include "parsers/events/event_output.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// jest and vitest. `folder`: absolute, where the runner was started. Nothing if it had begun to run tests:
// then what it printed may be the tests' own, but for what ends jest behind them.
std::vector<failure> diagnose_startup(const printed_text& said, std::string_view folder,
                                      std::string_view root, std::string_view runner);

}  // namespace covey::parsers
