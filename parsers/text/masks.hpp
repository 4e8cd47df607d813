// Masks the parts of a message that change by run or by case without changing its meaning.
#pragma once

#include <string>
#include <string_view>

namespace covey::parsers {

// Addresses, UUIDs, dates, times of day and the capacities in dumps of Go's slices ("(len=3 cap=4)") become
// "0x…", "‹uuid›", "‹time›", "cap=…": two values that differ in nothing else are the same for a reader.
std::string without_volatile(std::string_view text);

// A path in a folder for temporary files becomes "‹temporary›", whatever is behind it.
std::string without_temporary(std::string_view text);

// Equal for failures that say the same about other values: in the first line that says something (its first 400 bytes,
// without "cart_test.go:12: " before it, nor "error:" above it) temporary paths, numbers, quoted texts, options and the contents of brackets become
// "‹temporary›", "#", "'…'", "-…", "(…)", too.
std::string message_shape(std::string_view message);

}  // namespace covey::parsers
