// A test or a group of tests, as declared in its source: found without running anything.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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

}  // namespace covey::parsers
