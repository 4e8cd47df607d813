// mocha 10 to 12, with reporters/node/mocha-*.cjs. The header declares the parts of its plan that have tests
// of their own.
#pragma once

#include <string>
#include <vector>

namespace covey::parsers::languages::node {

// The script's arguments without those that covey sets itself; for a rerun also without the patterns of
// titles. The files stay: mocha would add those of a rerun to `spec` of its configuration, so
// reporters/node/mocha-hooks.cjs selects among them.
std::vector<std::string> mocha_script_arguments(const std::vector<std::string>& arguments, bool everything);

}  // namespace covey::parsers::languages::node
