// The functions of a Go file, by its words and brackets alone.
#pragma once

#include "parsers/model/test_block.hpp"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

struct outlined_function {
  std::size_t begin = 0;  // bytes
  std::size_t end = 0;
  std::uint32_t line_start = 0;
  std::uint32_t line_end = 0;
  std::string_view name;
  std::string_view receiver;    // the type's name; "" of a function
  std::string_view parameters;  // between the parentheses
  std::string_view body;
  bool plain = true;  // no type parameters and no results

  // The same as kind_of() for a node.
  std::optional<block_kind> kind() const;
  bool is_suite_method() const;
};

struct outlined_source {
  std::vector<outlined_function> functions;
  bool whole = true;  // quotes and brackets match
};

outlined_source outline_of(std::string_view text);

// The text with `new` respelled in calls whose argument may not be a type: since Go 1.26 it may be any
// expression, but the grammar accepts types only.
std::string with_plain_new(std::string_view text);

}  // namespace covey::parsers::languages::go
