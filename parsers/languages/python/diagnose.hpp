// Why a Python runner ended before it ran a test: read from what it printed.
#pragma once

#include "parsers/model/run.hpp"
#include "parsers/events/event_output.hpp"
#include <string>
#include <vector>

namespace covey::parsers {

// One failure of kind error, its group the runner ("pytest", "unittest"); none where the text says nothing.
std::vector<failure> explain_python(const std::string& root, const std::string& runner,
                                    const printed_text& said, const run_ending& ending);

}  // namespace covey::parsers
