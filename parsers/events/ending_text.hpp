// How a process ended, in words.
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/events/output_parser.hpp"
#include <cstddef>
#include <string>
#include <string_view>

namespace covey::parsers {

constexpr std::size_t max_explanation = std::size_t{4} * 1024;

// "exit code 3", "signal 9".
std::string how_it_ended(const run_ending& ending);

// For a runner that ended without saying why; `complete`: its report was complete.
failure runner_failure(const std::string& runner, const run_ending& ending, bool complete,
                       std::string_view printed);

}  // namespace covey::parsers
