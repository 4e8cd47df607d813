// The patterns of one .gitignore (gitignore(5)), the shell patterns they are made of, and what git tracks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

enum class ignore_verdict : std::uint8_t { none, ignored, kept };

class ignore_file {
 public:
  // Only the beginning of a longer file is read; longer patterns are skipped.
  static constexpr std::size_t max_patterns = 4096;
  static constexpr std::size_t max_bytes = 512;  // of one pattern

  ignore_file() = default;
  explicit ignore_file(std::string_view text);

  bool empty() const { return patterns_.empty(); }

  // `path` is relative to the folder that the file lies in. The last pattern that fits decides. Callers skip
  // ignored folders, so they never ask about paths in one.
  ignore_verdict judge(std::string_view path, bool is_folder) const;

 private:
  struct pattern {
    std::vector<std::string> parts;  // between slashes; "**" is any number of folders
    std::string literal;             // the whole pattern, if it has no special characters
    bool anywhere = false;           // only the last part of a path has to fit
    bool keeps = false;              // "!": what fits is not ignored after all
    bool folders_only = false;
  };

  void add(std::string_view line);

  std::vector<pattern> patterns_;
};

// Whether the shell pattern (* ? [a-z] [!a] and \ before a character) fits the name, which holds no slash.
bool fits_name(std::string_view pattern, std::string_view name);

// What git tracks. Source: gitformat-index(5).

// The paths in a repository's file `index`, relative to its root; empty if the bytes are no index. Without what a split index has elsewhere.
std::vector<std::string> tracked_paths(std::string_view index);

}  // namespace covey::parsers
