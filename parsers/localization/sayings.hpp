// Where sources have the words of messages in quotes: an error that comes without a stack was made there, and the condition
// that is wrong stands beside it.
#pragma once

#include "parsers/model/test.hpp"
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace covey::parsers {

class sayings {
 public:
  // Of a longer message only the beginning is read.
  static constexpr std::size_t max_text = 4 * 1024;
  static constexpr std::size_t max_places = 3;

  // Texts in quotes that end in their line, between what is put into them ("%d", "{}", "${name}", "\n"): two words and twelve bytes
  // at least.
  void add(std::string_view file, std::string_view source);

  // The lines with the longest of those that stand in the message; none if more lines than max_places have that.
  std::vector<location> places_of(std::string_view message) const;

 private:
  struct saying {
    std::string text;
    location where;
  };
  std::unordered_map<std::uint64_t, std::vector<saying>> by_beginning_;  // by their first eight bytes
};

}  // namespace covey::parsers
