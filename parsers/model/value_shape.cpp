#include "parsers/model/value_shape.hpp"
#include "parsers/text/masks.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <string_view>

namespace covey::parsers {
namespace {

constexpr std::size_t shape_bytes = 60;

// The first line of a difference with this sign, without it.
std::string_view first_with(char sign, std::string_view difference) {
  std::string_view line;
  while (next_line(difference, line)) {
    const bool is_header = line.starts_with("--- ") || line.starts_with("+++ ");
    if (!is_header && !line.empty() && line.front() == sign) return line.substr(1);
  }
  return {};
}

std::string shape_of(std::string_view value) {
  return std::string{first_bytes(message_shape(value), shape_bytes)};
}

}  // namespace

value_shapes value_shapes_of(const failure& one) {
  return {shape_of(one.actual ? *one.actual : first_with('+', one.diff)),
          shape_of(one.expected ? *one.expected : first_with('-', one.diff))};
}

}  // namespace covey::parsers
