// The tests that a parametrized function becomes.
#pragma once

#include "parsers/languages/python/discovery/ids.hpp"
#include "parsers/model/test_block.hpp"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::python {

struct parametrized_test {
  block_name name;               // "test_x[1-a]"
  std::string label;             // with the source text in place of unknown parts
  std::uint32_t line_start = 0;  // of its row; 0: it has no row of its own
  std::uint32_t line_end = 0;
  bool dynamic = false;
};

// `sets`: in the order in which pytest applies them, innermost first. `more`: fixtures may add to the ids.
// Tests with a wholly unknown id are left out. If there are too many tests, the result is empty.
std::vector<parametrized_test> parametrized_tests(std::string_view function,
                                                  const std::vector<parameter_set>& sets, bool more);

}  // namespace covey::parsers::languages::python
