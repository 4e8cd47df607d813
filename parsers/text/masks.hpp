// What in a message changes from run to run, or from case to case, without changing what it means.
#pragma once

#include <string>
#include <string_view>

namespace covey::parsers {

// Addresses, UUIDs, dates, times of day and the capacities in dumps of Go's slices ("(len=3 cap=4)") become
// "0x…", "‹uuid›", "‹time›", "cap=…": two values that differ in nothing else are the same for a reader.
std::string without_volatile(std::string_view text);

// The same for failures that say the same of other values: in the first line that holds anything (of its
// first 400 bytes) also numbers, quoted texts and what stands in brackets become "#", "'…'", "(…)".
std::string message_shape(std::string_view message);

}  // namespace covey::parsers
