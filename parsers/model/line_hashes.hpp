// Hashes of a source's lines, with their nesting and without its text: they tell what was edited in it since.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// `text`: of the line without the blanks around it; two different lines collide once in four thousand million. `depth`:
// how many lines above enclose it, by indentation; a closing line is inside what it closes.
struct line_hash {
  std::uint32_t text = 0;  // 0: a blank line
  std::uint32_t depth = 0;

  bool operator==(const line_hash&) const = default;
};

using line_hashes = std::vector<line_hash>;  // of each line from 1

line_hashes hashes_of_lines(std::string_view text);

// By path, relative to the workspace root.
using hashed_sources = std::map<std::string, line_hashes, std::less<>>;
using hashed_sources_ptr = std::shared_ptr<const hashed_sources>;

}  // namespace covey::parsers
