// Bytes that a test printed -> text that may go into JSON.
#pragma once

#include <string>
#include <string_view>

namespace covey::parsers {

bool is_utf8(std::string_view bytes);

// Each maximal run of bytes that is no UTF-8 (RFC 3629: no surrogates, nothing over U+10FFFF) becomes one
// U+FFFD.
std::string repair_utf8(std::string_view bytes);

// Repaired, without terminal escape sequences (CSI, OSC and two-byte ones) and without control characters
// other than tab and line feed; "\r\n" becomes "\n", a lone "\r" a line feed.
std::string plain_text(std::string_view bytes);

}  // namespace covey::parsers
