// jest 29 and 30, with reporters/node/jest-*.cjs. What of its plan is worth a test of its own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// Whether a configuration may name a test runner: false only where its text says enough to be sure. Asking
// jest itself costs a third of a second.
bool jest_config_may_name_runner(std::string_view config);

// The one test runner of all projects, of what `jest --showConfig` prints.
std::optional<std::string> jest_test_runner(std::string_view shown_config);

// A script's own arguments, without what covey says itself, and for a rerun without what chooses tests.
std::vector<std::string> jest_script_arguments(const std::vector<std::string>& arguments, bool everything);

}  // namespace covey::parsers
