// A runner's output, within a number of bytes.
#pragma once

#include "parsers/model/finished_run.hpp"
#include <cstddef>
#include <string>

namespace covey::protocol {

// Without colours. If it exceeds `bytes`: the first and last lines with "[TRUNCATED] N of M bytes left out"
// between them.
std::string shown_stream(const parsers::captured_stream& stream, std::size_t bytes);

// Both streams, "--- stderr ---" between them. stdout gets what stderr leaves of its quarter.
std::string shown_streams(const parsers::captured_stream& out, const parsers::captured_stream& err,
                          std::size_t bytes);

}  // namespace covey::protocol
