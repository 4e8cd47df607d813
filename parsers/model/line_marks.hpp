// Which lines a source had, without its text: they tell what was edited in it since.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

class line_marks {
 public:
  line_marks() = default;
  explicit line_marks(std::string_view text);

  // The lines of a later text, from 1 and in their order, that are new or have changed, and those between which something
  // was taken out or moved. Blank lines and the blanks around a line do not count.
  std::vector<std::uint32_t> changed_in(std::string_view text) const;

 private:
  bool knows(std::uint32_t mark) const;
  std::vector<std::uint32_t> marks_;  // sorted hashes of its lines, and of each with the one before it
};

// By path, relative to the workspace root.
using marked_sources = std::map<std::string, line_marks, std::less<>>;
using marked_sources_ptr = std::shared_ptr<const marked_sources>;

}  // namespace covey::parsers
