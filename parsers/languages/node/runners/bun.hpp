// bun test (1.2 and later), with reporters/node/bun-preload.mjs and its JUnit file. The header declares the
// parts of its plan that have tests of their own.
#pragma once

#include "parsers/model/test.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// The script's arguments without those that covey sets itself; for a rerun also without those that select
// files and tests.
std::vector<std::string> bun_script_arguments(const std::vector<std::string>& arguments, bool everything);

// A bunfig.toml without the keys that covey sets itself; nothing if it has none of them. bun takes its
// coverage folder from this file even if the command line names another.
std::optional<std::string> bun_config(std::string_view config);

// Files that do not load are missing from the report: `err` names each of them above its error. `folder`:
// where bun ran.
std::vector<failure> bun_unloaded(std::string_view err, std::string_view folder, std::string_view root);

}  // namespace covey::parsers::languages::node
