// What is known of a source by its lines, without its text: which were edited, and which functions they belong to.
#pragma once

#include "parsers/model/lines_by_unit.hpp"
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

enum class edit_kind : std::uint8_t { modified, created, renamed, removed };

// What was edited in a source.
struct file_edits {
  bool any = false;
  std::optional<std::vector<std::uint32_t>> lines = {};  // in their order; nothing: not known which
  std::vector<line_range> added =
      {};  // of these, those that are new or changed themselves, and no neighbours of removed ones
  edit_kind kind = edit_kind::modified;
  std::string was = {};    // the path of a renamed one
  bool is_binary = false;  // its lines are not told

  friend bool operator==(const file_edits&, const file_edits&) = default;
};

// By path, relative to the workspace root; what is not in it was not edited.
using edited_files = std::map<std::string, file_edits, std::less<>>;
using edited_files_ptr = std::shared_ptr<const edited_files>;

// Hashes of lines with their nesting tell what was edited since. `text`: of the line without the blanks around it; two different lines
// collide once in four thousand million. `depth`: how many lines above enclose it, by indentation; a closing line is inside what it
// closes.
struct line_hash {
  std::uint32_t text = 0;  // 0: a blank line
  std::uint32_t depth = 0;

  bool operator==(const line_hash&) const = default;
};

using line_hashes = std::vector<line_hash>;  // of each line from 1

line_hashes hashes_of_lines(std::string_view text);

// By path, relative to the workspace root.
using hashed_sources = std::map<std::string, line_hashes, std::less<>>;
using hashed_sources_ptr = std::shared_ptr<const hashed_sources>;

// Lines count from 1, both ends are included. A function that is written within another one has its own entry, and its
// lines are those of both.
struct function_extent {
  std::string name;  // with what holds it, as its language writes that: "Cart.total", "Cart::total"
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool of_tests = false;                     // in a file of the product: a test, or what only tests can call
  std::vector<std::uint32_t> comments = {};  // lines of it that hold nothing else, in their order
  friend bool operator==(const function_extent&, const function_extent&) = default;
};

// Both empty: they are not known.
struct source_structure {
  // Sorted by the first line, outer ones before inner ones.
  std::vector<function_extent> functions = {};
  // For each line the first line of the innermost statement that has a part of it outside of the blocks in it; 0: none has, or the
  // line is a comment.
  std::vector<std::uint32_t> statements = {};
};

// The innermost function that has the line; null: none has. `all` is sorted as source_structure has them.
const function_extent* function_at(const std::vector<function_extent>& all, std::uint32_t line);

}  // namespace covey::parsers
