// The functions of a Go file, by its words and brackets alone.
#pragma once

#include "parsers/model/test_block.hpp"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::go {

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

  // As kind_of() says it of a node.
  std::optional<block_kind> kind() const;
  bool is_suite_method() const;
};

struct go_outline {
  std::vector<outlined_function> functions;
  bool whole = true;  // quotes and brackets fit together
};

go_outline outline_of(std::string_view text);

// The text with `new` spelled in another way wherever it is called with what need not be a type: since
// Go 1.26 that may be any expression, and the grammar takes types alone.
std::string with_plain_new(std::string_view text);

}  // namespace covey::parsers::go
