// A line of a source file, to be displayed beside its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace covey::parsers {

// How a line is displayed: with the rest of its statement; with the condition above it as well; as it stands.
enum class line_form : std::uint8_t { statement, guarded, plain };
std::string displayed_line(std::string_view text, std::uint32_t line, line_form form, std::size_t max);

// The line (from 1) without the blanks around it, and the rest of its statement: further lines while a
// bracket that it opens is open, with one blank between them; the line alone if a block opens before they are
// all closed, or if they do not close soon. At most `max` bytes, then "…". Empty if there is no such line.
std::string source_line(std::string_view text, std::uint32_t line, std::size_t max);

// The same, and the condition it stands under, if that is a few lines above it: it mostly says why an exception was raised.
// "raise TypeError(args) (under: if len(args) >= 1:)", "return 0 (under: else of: if (x < 2) {)".
std::string guarded_line(std::string_view text, std::uint32_t line, std::size_t max);

}  // namespace covey::parsers
