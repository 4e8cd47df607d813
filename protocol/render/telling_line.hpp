// What a failure says, in one line.
#pragma once

#include "protocol/render/failure_view.hpp"
#include <string>

namespace covey::protocol {

// The first line of the message, or the failing source line if the message is generic; then the values, or the first
// difference of long ones. Empty: it says nothing.
std::string telling_line(const parsers::failure& of, const source_lines& sources);

}  // namespace covey::protocol
