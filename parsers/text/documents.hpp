// Documents of other programs: members of JSON objects, of which absent ones and those of another type read as empty, and TOML
// (toml.io, version 1.0) as JSON values: Cargo.toml, pyproject.toml, Project.toml.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

std::string text_at(const boost::json::object& from, std::string_view name);
bool flag_at(const boost::json::object& from, std::string_view name, bool absent = false);
std::uint64_t number_at(const boost::json::object& from, std::string_view name);  // rounded; below zero: 0
const boost::json::object& object_at(const boost::json::object& from, std::string_view name);
const boost::json::array& list_at(const boost::json::object& from, std::string_view name);

// The parser below recurses once per level of tables and arrays, and so does freeing what it made.
inline constexpr std::size_t toml_levels = 256;
inline constexpr std::size_t toml_bytes = std::size_t{4} << 20;

// Empty for text that is not TOML: the tool that owns the file reports that, with the place. Empty too if a
// limit is exceeded. Dates and times are null; covey reads no value of these types.
boost::json::object read_toml(std::string_view text);

// The same for a file of covey's own, whose problems are told with their lines.
struct located_toml {
  boost::json::object value;
  // Of each value and table the line of its beginning, from 1 on; by the names and indexes that lead to it:
  // {"go", "args", "0"}.
  std::map<std::vector<std::string>, std::size_t> lines;
  std::string problem;           // why it is no TOML; empty: it is
  std::size_t problem_line = 0;  // 0: not known
};

located_toml read_located_toml(std::string_view text);

// Which limit read_toml() refuses a text for: "it nests tables deeper than 256 levels (line 3)". Empty: none.
std::string toml_refusal(std::string_view text);

}  // namespace covey::parsers
