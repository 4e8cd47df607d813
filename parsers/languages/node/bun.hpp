// bun test (1.2 and later), with reporters/node/bun-preload.mjs and its JUnit file. What of its plan is worth
// a test of its own.
#pragma once

#include "parsers/model/test.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// A script's own arguments, without what covey says itself, and for a rerun without what chooses files and
// tests.
std::vector<std::string> bun_script_arguments(const std::vector<std::string>& arguments, bool everything);

// A bunfig.toml without what covey says itself; nothing where it says none of that. bun takes the folder of
// its coverage from here even if the command line names another.
std::optional<std::string> bun_config(std::string_view config);

// Files that do not load are not in the report: `err` tells of them, each below the name of its file.
// `folder`: where bun ran.
std::vector<failure> bun_unloaded(std::string_view err, std::string_view folder, std::string_view root);

}  // namespace covey::parsers
