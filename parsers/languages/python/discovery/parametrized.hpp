// The tests that a parametrized function becomes.
#pragma once

#include "parsers/languages/python/discovery/ids.hpp"
#include "parsers/model/test_block.hpp"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct parametrized_test {
  block_name name;               // "test_x[1-a]"
  std::string label;             // with the source text of what is not known
  std::uint32_t line_start = 0;  // of its row; 0: it has none of its own
  std::uint32_t line_end = 0;
  bool dynamic = false;
};

// `sets`: in the order in which pytest takes them, the innermost first. `more`: fixtures may add to the ids.
// Tests of which no part of the id is known are left out, and all of them where they are too many.
std::vector<parametrized_test> parametrized_tests(std::string_view function,
                                                  const std::vector<parameter_set>& sets, bool more);

}  // namespace covey::parsers
