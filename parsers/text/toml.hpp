// TOML (toml.io, version 1.0), as JSON values: Cargo.toml, pyproject.toml, Project.toml.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace covey::parsers {

// The parser below recurses once per level of tables and arrays, and so does freeing what it made.
inline constexpr std::size_t toml_levels = 256;
inline constexpr std::size_t toml_bytes = std::size_t{4} << 20;

// Empty for text that is not TOML: the tool that owns the file reports that, with the place. Empty too if a
// limit is exceeded. Dates and times are null; covey reads no value of these types.
boost::json::object read_toml(std::string_view text);

// Which limit read_toml() refuses a text for: "it nests tables deeper than 256 levels (line 3)". Empty: none.
std::string toml_refusal(std::string_view text);

}  // namespace covey::parsers
