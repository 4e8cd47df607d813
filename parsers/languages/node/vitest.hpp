// Vitest 3, 4 and 5, with reporters/node/vitest-*.mjs. What of its plan is worth a test of its own.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

// A script's own arguments, without what covey says itself, and for a rerun without what chooses tests.
std::vector<std::string> vitest_script_arguments(const std::vector<std::string>& arguments, bool everything);

// The coverage provider to use and its folder: of those that are installed, the one that the configuration
// names. Empty: none is.
std::pair<std::string, std::string> vitest_provider(const std::map<std::string, std::string>& installed,
                                                    std::string_view config);

}  // namespace covey::parsers
