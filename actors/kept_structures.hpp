// The structure of sources that a call of this session has asked for, as long as their texts stay. For any thread.
// Design: docs/design/26-changed-lines.md
#pragma once

#include "parsers/languages/language.hpp"
#include "parsers/text/bounded_cache.hpp"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

namespace covey::actors {

using source_structure_ptr = std::shared_ptr<const parsers::source_structure>;

class kept_structures {
 public:
  kept_structures(std::size_t max_count, std::uint64_t max_bytes) : by_path_(max_count, max_bytes) {}

  // Of a language that has structures. `path` is absolute.
  source_structure_ptr find(const parsers::language& of, const std::string& path, const std::string& text) {
    if (const std::lock_guard hold{lock_}; const auto* known = by_path_.find(path))
      if (known->text == text) return known->structure;
    auto made = std::make_shared<const parsers::source_structure>(of.structure(path, text));
    if (made->statements.empty()) return made;  // parsing may have taken too long
    const auto bytes = text.size() + made->statements.size() * sizeof(std::uint32_t);
    const std::lock_guard hold{lock_};
    by_path_.put(path, {text, made}, bytes);
    return made;
  }

 private:
  struct entry {
    std::string text;
    source_structure_ptr structure;
  };

  std::mutex lock_;
  parsers::bounded_cache<std::string, entry> by_path_;  // what was not asked for longest makes room
};

}  // namespace covey::actors
