// Gomega's messages: "Expected", the value, "to equal", the expected value; of any matcher that names both.
// Source: format.Message of Gomega 1.
#pragma once

#include "parsers/languages/go/output/comparison.hpp"
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

// False, and `into` unchanged, if the lines are no such message or hold no second value.
bool read_gomega(const std::vector<std::string_view>& lines, compared_text& into);

}  // namespace covey::parsers::languages::go
