// Changes of a TOML text that somebody keeps by hand: everything that is not changed stays as it is, comments too.
// Design: docs/design/20-hook.md
#pragma once

#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers {

// Both give the new text, or nothing: the text is no TOML, or says the table in another way than by a header of its
// own (dotted keys, an inline table). What they give reads as the old text with this one change: that is
// checked before it is given.

// Sets a key of the table [name] (`mcp_servers.covey`), which is made at the end if it is missing. The value is a
// string, a number, a boolean or a list of these.
std::optional<std::string> toml_with(std::string_view text, std::string_view name, std::string_view key,
                                     const boost::json::value& value);
// Removes the table and those within it.
std::optional<std::string> toml_without(std::string_view text, std::string_view name);

}  // namespace covey::parsers
