// A line of a source file, to be shown beside its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace covey::parsers {

// The line (from 1) without the blanks around it, and what follows of its statement: further lines while a
// bracket that it opens is open, with one blank between them. At most `most` bytes, then "…". Empty where
// there is no such line.
std::string source_line(std::string_view text, std::uint32_t line, std::size_t most);

// The same behind the line above it, where that one stands further left: what an exception was raised for is
// mostly said there. "if len(args) >= 1: raise TypeError(args)".
std::string guarded_line(std::string_view text, std::uint32_t line, std::size_t most);

}  // namespace covey::parsers
