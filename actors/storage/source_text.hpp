// Reads one source, as far as callers may see it.
#pragma once

#include "actors/storage/file_identity.hpp"
#include <cstdint>
#include <string>

namespace covey::storage {

// A file's current text. Regular files only; never blocks. With a root (absolute, without symbolic links) the
// opened file must lie below it, even if a folder on the way has become a link meanwhile.
struct source_text {
  file_identity identity;
  std::string text;
  std::string problem;  // why there is no text: the end of a sentence; empty: there is one
  bool absent = false;  // no such file
};

source_text read_source(const std::string& path, std::uint64_t max_bytes, const std::string& root = {});

}  // namespace covey::storage
