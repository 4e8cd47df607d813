// What the lines of a source were, without its text: they tell what was edited in it since.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// Of each line from 1, without the blanks around it; 0: a blank line. Two different lines have the same one once in four
// thousand million.
using line_hashes = std::vector<std::uint32_t>;

line_hashes hashes_of_lines(std::string_view text);

// The lines of a later text, from 1 and in their order, that are new or have changed, and those between which something
// was taken out or moved. Blank lines do not count.
std::vector<std::uint32_t> changed_lines(const line_hashes& then, const line_hashes& now);

// By path, relative to the workspace root.
using hashed_sources = std::map<std::string, line_hashes, std::less<>>;
using hashed_sources_ptr = std::shared_ptr<const hashed_sources>;

}  // namespace covey::parsers
