// The test files of a workspace and what they hold, found without running anything.
#pragma once

#include "parsers/model/test_block.hpp"
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace covey::parsers {

// What one file holds.
struct file_blocks {
  std::vector<test_block> blocks;  // in the order of their first lines, outer before inner
  bool broken = false;             // it is not well-formed: what could be read all the same is there
  // Of a finder that links files: what other files of the folder may need of this one, and whether this one
  // needs others. Only the finder reads them.
  std::vector<std::pair<std::string, std::string>> offers;
  bool incomplete = false;
  std::vector<std::string> notes;  // a sentence each, for the answer, without the file's name
};

struct listed_file {
  std::string path;                          // relative to the workspace root
  std::shared_ptr<const file_blocks> found;  // null: it was not read, because nobody asked for blocks
};

struct test_listing {
  std::string root;                // the workspace root: absolute
  std::string language;            // "go"
  std::string test_folder;         // below the root, where shown paths are relative to it: "test"; mostly ""
  std::vector<listed_file> files;  // by path; of a query the best first
  std::vector<std::string> notes;  // what was left out, and why; bounded
  std::size_t more_notes = 0;      // that were not kept
};

// As callers see it: relative to the test folder.
std::string_view shown_path(const test_listing& listing, std::string_view path);

}  // namespace covey::parsers
