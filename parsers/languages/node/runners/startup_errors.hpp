// Reads what a runner prints if it ends before its reporter is loaded: its configuration does not load.
#pragma once

#include "parsers/events/event_output.hpp"
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// For jest and vitest. `folder`: absolute, where the runner was started. Nothing if tests had begun, because
// the output may then be the tests' own; errors that end jest after its tests are still reported.
std::vector<failure> diagnose_startup(const printed_text& said, std::string_view folder,
                                      std::string_view root, std::string_view runner);

// The failure that a runner told of itself; nothing without a message.
std::optional<failure> failure_of_runner(std::string_view runner, std::string message, std::string_view said,
                                         std::string_view root);

// Of what mocha prints before it has a reporter: a --require that fails, a compiler's errors, an
// option that it does not know. For make_output; `runner` outlives it.
std::function<std::vector<failure>(const printed_text&, const run_ending&)> error_before_tests(
    std::string_view runner, std::string root);

}  // namespace covey::parsers::languages::node
