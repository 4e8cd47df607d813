// Text as it reads is text as it is: characters that nobody sees, or that change how their neighbours are
// shown, become escapes. These are control characters, and those that set a direction of writing, have no
// width, or are tags.
#pragma once

#include <string>
#include <string_view>

namespace covey::protocol {

// Line feeds and tabs stay, "\r\n" becomes a line feed; the others read \r, \x1b, \u202e, \U000e0041. Bytes
// that are no UTF-8 stay for others to repair.
std::string visible(std::string_view text);
bool is_visible(std::string_view text);

// For what stands in one line of an answer, e.g. a test's name: line feeds and tabs read \n and \t too, so
// that no name can forge a line of its own.
std::string one_line(std::string_view text);

}  // namespace covey::protocol
