// mocha 10 to 12, with reporters/node/mocha-*.cjs. What of its plan is worth a test of its own.
#pragma once

#include "parsers/events/event_output.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// A script's own arguments, without what covey says itself, and for a rerun without the patterns of titles.
// The files stay: mocha would add those of a rerun to `spec` of its configuration, so
// reporters/node/mocha-hooks.cjs chooses among them.
std::vector<std::string> mocha_script_arguments(const std::vector<std::string>& arguments, bool everything);

// mocha gives up before it has a reporter: a --require that fails, a configuration that does not read.
std::vector<failure> diagnose_mocha(const printed_text& said, std::string_view root);

}  // namespace covey::parsers
