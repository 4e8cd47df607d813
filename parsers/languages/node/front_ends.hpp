// borp and AVA: what of their plans is worth a test of its own.
#pragma once

#include <string>
#include <vector>

namespace covey::parsers {

// The script's arguments without what is covey's own; for a rerun also without what chooses files and tests.
std::vector<std::string> borp_script_arguments(const std::vector<std::string>& arguments, bool everything);
std::vector<std::string> ava_script_arguments(const std::vector<std::string>& arguments, bool everything);

}  // namespace covey::parsers
