// The functions of a source, by their lines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace covey::parsers {

// Lines count from 1, both ends are included. A function that is written within another one has its own entry, and its
// lines are those of both.
struct function_extent {
  std::string name;  // with what holds it, as its language writes that: "Cart.total", "Cart::total"
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool of_tests = false;  // in a file of the product: a test, or what only tests can call
  std::vector<std::uint32_t> comments = {};  // lines of it that hold nothing else, in their order
  friend bool operator==(const function_extent&, const function_extent&) = default;
};

// The innermost function that has the line; null: none has. `all` is sorted as functions_of() gives them.
const function_extent* function_at(const std::vector<function_extent>& all, std::uint32_t line);

}  // namespace covey::parsers
