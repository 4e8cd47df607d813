// What a runner printed, within a number of bytes.
#pragma once

#include "parsers/model/finished_run.hpp"
#include <cstddef>
#include <string>

namespace covey::protocol {

// Without colours: its first and its last lines with "[TRUNCATED] N of M bytes left out" between them, where it is longer.
std::string shown_stream(const parsers::captured_stream& stream, std::size_t bytes);

// Both streams, "--- stderr ---" between them. What stderr does not need of its quarter is stdout's.
std::string shown_streams(const parsers::captured_stream& out, const parsers::captured_stream& err,
                          std::size_t bytes);

}  // namespace covey::protocol
