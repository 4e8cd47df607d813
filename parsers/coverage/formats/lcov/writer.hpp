// Coverage as an LCOV tracefile (geninfo(1), FILES). Wherever possible, its records are those that lcov 1.x,
// lcov 2.x and other readers of LCOV have in common.
#pragma once

#include "parsers/model/coverage.hpp"
#include <functional>
#include <string_view>

namespace covey::parsers {

struct lcov_options {
  std::string_view test;   // TN; all but letters, digits and '_' becomes '_', as in lcov
  bool end_lines = false;  // FN:line,end,name; lcov 1.x takes `end` for the name
  // Branches that have names keep them; lcov 1.x ignores those, and npm's lcov-parse reads them as NaN.
  bool branch_names = false;
};

using text_sink = std::function<void(std::string_view)>;  // pieces of at most 64 KiB

// Files in the order of their paths; units are left out. What lcov_reader reads back is the same, except
// for this:
// - A function without a line or a name is left out: lcov 2.x refuses an FNDA without its FN. So are names
//   and paths over 32 KiB, because readers limit the length of lines, and line numbers beyond the model's.
// - A control character in a name, a path or an expression is written as "\x0a"; so are a space at its end,
//   because readers trim lines, and the first digit of a name that begins like an end line ("7,f").
// - Named branches get the lowest numbers that are free in their block, in the order of their names. With
//   `branch_names` only those do whose name is unsuitable: a number, control characters, over 32 KiB, or text
//   that begins like a number with a comma, which lcov 1.x takes for a numbered branch.
// - A condition without an expression gets its index as expression: lcov 2.x refuses an empty one.
// lcov 1.x ignores the branches of exceptions. It reads a function's name up to its first comma, and takes
// two that differ only after it for the same one.
void write_lcov(const coverage& data, const lcov_options& options, const text_sink& sink);

}  // namespace covey::parsers
