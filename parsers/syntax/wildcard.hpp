// What the shell patterns of git and of Python have in common.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace covey::parsers {

// Whether the whole of `text` fits: a '*' is any characters; for the rest of the pattern
// `step(pattern, character)` returns the length of its beginning that stands for the character, 0: none.
template <class Step>
bool fits_wildcards(std::string_view pattern, std::string_view text, Step step) {
  std::size_t p = 0, t = 0;
  std::optional<std::pair<std::size_t, std::size_t>> retry;  // behind the last star, and where it may end
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      retry = {++p, t};
      continue;
    }
    const auto taken = p < pattern.size() ? step(pattern.substr(p), text[t]) : std::size_t{0};
    if (taken > 0) {
      p += taken;
      ++t;
    } else if (retry) {
      p = retry->first;
      t = ++retry->second;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace covey::parsers
