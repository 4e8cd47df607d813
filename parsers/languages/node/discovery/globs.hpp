// Patterns over paths, as Node's runners take them.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

namespace covey::parsers::languages::node {

class path_pattern {
 public:
  // A glob over the whole path: **, *, ?, [..], {a,b}, and ?(..) *(..) +(..) @(..) !(..). Nothing where it
  // cannot be read.
  static std::optional<path_pattern> glob(std::string_view text);

  // A JavaScript regular expression, which may match anywhere in "/" + path. Nothing where it cannot be read.
  static std::optional<path_pattern> expression(std::string_view text);

  // Also false if matching would take too long.
  bool matches(std::string_view path) const;

 private:
  struct program;
  explicit path_pattern(std::shared_ptr<const program> is) : program_(std::move(is)) {}
  static std::optional<path_pattern> compiled(std::string_view expression, bool whole);

  std::shared_ptr<const program> program_;
};

}  // namespace covey::parsers::languages::node
