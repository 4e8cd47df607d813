// The patterns of one .gitignore (gitignore(5)).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

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
