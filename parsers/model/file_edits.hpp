// Which lines of sources were edited.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace covey::parsers {

// What was edited in a source.
struct file_edits {
  bool any = false;
  std::optional<std::vector<std::uint32_t>> lines = {};  // in their order; nothing: not known which

  friend bool operator==(const file_edits&, const file_edits&) = default;
};

// By path, relative to the workspace root; what is not in it was not edited.
using edited_files = std::map<std::string, file_edits, std::less<>>;
using edited_files_ptr = std::shared_ptr<const edited_files>;

}  // namespace covey::parsers
