// Vitest 3, 4 and 5, with reporters/node/vitest-*.mjs. The header declares the parts of its plan that have
// tests of their own.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::node {

// The script's arguments without those that covey sets itself; for a rerun also without those that select
// tests.
std::vector<std::string> vitest_script_arguments(const std::vector<std::string>& arguments, bool everything);

// The coverage provider to use and its folder: of the installed ones, the one that the configuration names.
// Empty: none is installed.
std::pair<std::string, std::string> vitest_provider(const std::map<std::string, std::string>& installed,
                                                    std::string_view config);

}  // namespace covey::parsers::languages::node
