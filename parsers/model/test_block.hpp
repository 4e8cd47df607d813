// Tests and groups of tests as declared in their sources, and the test files of a workspace: found without running anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

// A name as its source spells it: literals, and between two of them a placeholder that the program fills at
// run time. `adds ${a} and ${b}` is {"adds ", " and ", ""}; a name without placeholders is one literal; an
// unknown name is {"", ""}.
struct block_name {
  std::vector<std::string> literals{""};

  block_name() = default;
  explicit block_name(std::string literal) : literals{std::move(literal)} {}
  explicit block_name(std::vector<std::string> parts) : literals(std::move(parts)) {}

  bool is_literal() const { return literals.size() == 1; }

  friend bool operator==(const block_name&, const block_name&) = default;
};

enum class block_kind : std::uint8_t {
  test,
  group,     // holds tests: describe, a class, @testset, mod
  example,   // Go
  fuzz,      // Go
  doc_test,  // Rust
  benchmark  // Go: no run of a file or of all has it, only one that names it
};

struct test_block {
  std::string label;  // for people: the names from the outermost inwards, joined by label_separator
  std::vector<block_name> path;  // the same names as the runner will report them
  std::uint32_t line_start = 0;  // from 1; with decorators and attributes
  std::uint32_t line_end = 0;    // inclusive
  block_kind kind = block_kind::test;
  // The names that the runner reports are only known when the tests run: some name has placeholders, or is
  // only a candidate (the name field of a table of cases).
  bool dynamic = false;

  friend bool operator==(const test_block&, const test_block&) = default;
};

std::string_view to_string(block_kind value);

inline constexpr std::string_view label_separator = " > ";  // between the names of a label

// A block with what all blocks within `outer` share; the caller appends its own names.
test_block within(const test_block& outer);

// A path as one name: its names, with `separator` between them.
block_name joined(const std::vector<block_name>& path, std::string_view separator);

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
