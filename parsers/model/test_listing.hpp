// The test files of a workspace and what they hold, found without running anything.
#pragma once

#include "parsers/model/test_block.hpp"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace covey::parsers {

// What one file holds.
struct file_blocks {
  std::vector<test_block> blocks;  // in the order of their first lines, outer before inner
  bool broken = false;             // its grammar cannot parse all of it: it is malformed, or newer
  std::uint32_t broken_line = 0;   // the first line that the grammar cannot parse; 0: unknown
  bool complete = true;            // all of its outermost tests are here, whether it is broken or not
  // For finders that link files: what other files of the folder may need from this one, and whether this one
  // needs others. Only the finder reads them.
  std::vector<std::pair<std::string, std::string>> offers;
  bool incomplete = false;
  std::vector<std::string> notes;  // a sentence each, for the answer, without the file's name
};

// "is not well-formed at line 7, …": what a broken file means for its tests.
std::string why_broken(const file_blocks& file);

struct listed_file {
  std::string path;                          // relative to the workspace root
  std::shared_ptr<const file_blocks> found;  // null: it was not read, because no blocks were requested
  std::string unread = {};                   // a sentence: what of it could not be read, and why
  bool complete = true;                      // `found` names all of its outermost tests
};

struct test_listing {
  std::string root;                // the workspace root: absolute
  std::string language;            // "go"
  std::string test_folder;         // below the root, if displayed paths are relative to it: "test"; mostly ""
  std::vector<listed_file> files;  // by path; for a query the best first
  std::vector<std::string> notes;  // what was left out, and why; bounded
  std::size_t more_notes = 0;      // how many exceeded that bound
};

// As callers see it: relative to the test folder.
std::string_view displayed_path(const test_listing& listing, std::string_view path);

}  // namespace covey::parsers
