// The files that an answer about the toolchain was read from. While they are unchanged the answer holds, and the toolchain need
// not be asked again.
#pragma once

#include "parsers/text/path.hpp"
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// Which part of a file below a folder can change the answer.
enum class source_part : std::uint8_t { nothing, name, text };

// An absolute path. A file counts by its text, a folder by the names in it, a missing path by its absence.
struct answer_source {
  std::string path;
  // For a folder: instead of the names in it, the files at any depth below it, by their path below it.
  source_part (*below)(std::string_view file) = nullptr;
  // Whether a folder below it is entered, by its name; null: all are but hidden ones. Links to folders are not.
  bool (*enters)(std::string_view folder) = nullptr;
  // The part of a text that counts; null: all of it.
  std::string (*excerpt)(std::string_view text) = nullptr;
};

struct answer_sources {
  std::vector<answer_source> known;
  // Further files, which the answer (what was printed) names; null: none.
  std::function<std::vector<answer_source>(std::string_view printed)> named_in = {};
  // A program that only passes the question on, to one that the sources decide: argv[0] may be a link to it. An answer of
  // any other program that stands in for another one, such as a script of a version manager, is not kept.
  std::string_view dispatcher = {};
  bool may_be_script = false;  // argv[0] itself is a script, and the sources are all that it looks at
};
using answer_sources_ptr = std::shared_ptr<const answer_sources>;

// The files of these names in `folder` and in each folder above it.
inline std::vector<answer_source> in_parents(std::string_view folder,
                                             const std::vector<std::string_view>& names) {
  std::vector<answer_source> out;
  for (;; folder = folder_name(folder)) {
    while (folder.ends_with('/')) folder.remove_suffix(1);
    for (const auto name : names) out.push_back({std::string{folder} + "/" + std::string{name}});
    if (folder.empty()) return out;
  }
}

}  // namespace covey::parsers
