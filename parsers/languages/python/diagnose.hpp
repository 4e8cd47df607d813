// Why a Python runner ended before it ran a test: read from what it printed.
#pragma once

#include "parsers/model/run.hpp"
#include "parsers/events/event_output.hpp"
#include <string>
#include <vector>

namespace covey::parsers::languages::python {

// One failure of kind error in the runner's group ("pytest", "unittest"); none if the text names no reason.
std::vector<failure> diagnose_ending(const std::string& root, const std::string& runner,
                                     const printed_text& said, const run_ending& ending);

}  // namespace covey::parsers::languages::python
