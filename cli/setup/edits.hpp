// Changes of a JSON or TOML text that somebody keeps by hand: comments, trailing commas, order and spacing stay as they
// are wherever nothing is changed. What a change gives reads as the old text with this one change: that is checked
// before it is given.
// Design: docs/design/20-hook.md
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace covey::cli {

// --- JSON, with comments and trailing commas as VS Code and Zed allow them (JSONC) ---

// Keys of objects, and indices of lists that are there ("0"); deeper than 64 levels nothing is read.
using json_path = std::span<const std::string_view>;

// The value of such a text; nothing if it is not valid. An empty text is an empty object.
std::optional<boost::json::value> read_jsonc(std::string_view text);

// All give the new text, or nothing: the text is no object, or what the path leads through is another thing.

// Sets a member; missing objects on the way to it are made.
std::optional<std::string> json_with(std::string_view text, json_path path, const boost::json::value& value);
// Appends to an array, which is made if it is missing.
std::optional<std::string> json_with_element(std::string_view text, json_path path,
                                             const boost::json::value& value);
// Removes a member, and what is around it if that is left empty, with no comment in it either; the text as it is if there is none.
std::optional<std::string> json_without(std::string_view text, json_path path);
// Likewise an element of an array, by its index.
std::optional<std::string> json_without_element(std::string_view text, json_path path, std::size_t index);

// --- TOML ---

// Both give the new text, or nothing: the text is no TOML, or says the table in another way than by a header of its
// own (dotted keys, an inline table).

// Sets a key of the table [name] (`mcp_servers.covey`), which is made at the end if it is missing. The value is a
// string, a number, a boolean or a list of these.
std::optional<std::string> toml_with(std::string_view text, std::string_view name, std::string_view key,
                                     const boost::json::value& value);
// Removes the table and those within it.
std::optional<std::string> toml_without(std::string_view text, std::string_view name);

}  // namespace covey::cli
