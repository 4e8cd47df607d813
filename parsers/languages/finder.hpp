// Finds the test files of a language and the tests in them without running anything. Each language implements
// its own finder.
#pragma once

#include "parsers/model/test_block.hpp"
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

enum class file_role : std::uint8_t {
  none,
  test,    // by its name
  perhaps  // a test file if it holds a block
};

// The result for a file whose syntax tree could not be built.
file_blocks unreadable_source();

// The text of another file of the workspace; nullopt if there is no such file.
using source_reader = std::function<std::optional<std::string>(std::string_view path)>;

// Pure: several threads may call it at once. Paths are relative to the workspace root.
class test_finder {
 public:
  virtual ~test_finder() = default;

  virtual file_role role(std::string_view path) const = 0;

  // A quick check that saves parsing. False is certain: the text holds no block.
  virtual bool may_hold_blocks(std::string_view) const { return true; }

  // Returns a value for any bytes.
  virtual file_blocks blocks(std::string_view path, std::string_view text) const = 0;

  // The same for tests that may be declared in other files: the reader gives the text of those it asks for, and
  // `incomplete` says that some were used.
  virtual file_blocks blocks_across(std::string_view path, std::string_view text,
                                    const source_reader&) const {
    return blocks(path, text);
  }

  // Gets all files of one folder; called if at least one of them is incomplete.
  virtual void link(std::span<file_blocks* const>) const {}
};

using config_texts = std::map<std::string, std::string, std::less<>>;  // by name; only existing files

// One sentence per configuration file that was not read because it exceeds a limit.
std::vector<std::string> notes_on_config(const config_texts& config);

// Files of one folder that need each other (test_finder::link()): copies of the results are linked; files that were not read stay
// as they are.
void link_folders(const test_finder& finder, std::vector<listed_file>& files);

}  // namespace covey::parsers
