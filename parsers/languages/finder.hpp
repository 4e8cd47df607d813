// How a language's test files and the tests in them are found without running anything. One file per language
// makes its finder; the catalogue lists them.
#pragma once

#include "parsers/model/test_listing.hpp"
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

// What is said of a file whose syntax tree could not be made.
file_blocks unreadable_source();

// The text of another file of the workspace; nothing where there is none.
using source_reader = std::function<std::optional<std::string>(std::string_view path)>;

// Pure, and safe to be asked by several threads at once. Paths are relative to the workspace root.
class test_finder {
 public:
  virtual ~test_finder() = default;

  virtual file_role role(std::string_view path) const = 0;

  // False: no block can be in it. A quick look that spares parsing; never wrong in this direction.
  virtual bool may_hold_blocks(std::string_view text) const;

  // Any bytes give a value.
  virtual file_blocks blocks(std::string_view path, std::string_view text) const = 0;

  // The same where tests may be declared in other files: `read` gives those that are asked for, and
  // `incomplete` says that some were used.
  virtual file_blocks blocks_across(std::string_view path, std::string_view text,
                                    const source_reader& read) const;

  // All files of one folder, called when one of them is incomplete.
  virtual void link(std::span<file_blocks* const> folder) const;
};

using config_texts = std::map<std::string, std::string, std::less<>>;  // by name; those that are there

// What of the settings is not read, because it exceeds a limit: a sentence per file.
std::vector<std::string> notes_on_config(const config_texts& settings);

struct discovery {
  std::string_view language;                   // language::name
  std::vector<std::string_view> config_files;  // at the workspace root: they may say what tests are called
  std::vector<std::string_view> skipped;       // names of folders never looked into, beside the usual ones
  std::string_view test_folder = {};  // below which all tests are, and listed paths are relative to it
  std::unique_ptr<const test_finder> (*make)(const config_texts& settings);
  bool links_folders = false;  // its finder has a link(): files of one folder are read together
};

}  // namespace covey::parsers
