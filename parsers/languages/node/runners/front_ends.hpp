// AVA: the part of its plan that has tests of its own.
#pragma once

#include <string>
#include <vector>

namespace covey::parsers::languages::node {

// The script's arguments without those that covey sets itself; for a rerun also without those that select
// files and tests.
std::vector<std::string> ava_script_arguments(const std::vector<std::string>& arguments, bool everything);

}  // namespace covey::parsers::languages::node
