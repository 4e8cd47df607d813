// The shape of the two values of a failed comparison: what they are, without what they hold.
#pragma once

#include "parsers/model/test.hpp"
#include <string>

namespace covey::parsers {

// "#" for a number, "'…'" for a text, else the message_shape() of the first line. Where the runner tells no values, the
// first lines that its difference takes away and adds; empty: it tells none.
struct value_shapes {
  std::string actual;
  std::string expected;
  friend auto operator<=>(const value_shapes&, const value_shapes&) = default;
};

value_shapes value_shapes_of(const failure& one);

}  // namespace covey::parsers
