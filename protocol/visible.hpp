// Makes text read as what it contains: characters that are invisible, or that change how their neighbours are
// displayed, become escapes. These are control characters, and characters that set a writing direction, have
// no width, or are tags.
#pragma once

#include <string>
#include <string_view>

namespace covey::protocol {

// Line feeds and tabs stay, "\r\n" becomes a line feed; the others become \r, \x1b, \u202e, \U000e0041.
// Invalid UTF-8 stays, to be repaired elsewhere.
std::string visible(std::string_view text);
bool is_visible(std::string_view text);

// For text within one line of an answer, e.g. a test's name: line feeds and tabs become \n and \t too, so
// that a name cannot forge a line.
std::string one_line(std::string_view text);

}  // namespace covey::protocol
