// The branches of a file in an export of llvm-cov: conditions with a true and a false way.
#pragma once

#include "parsers/coverage/formats/llvm_cov/segments.hpp"
#include <vector>

namespace covey::parsers {

struct llvm_branch {
  llvm_place shown;  // where the file has it: of a branch in a macro, where the macro is used
  llvm_place first;  // where it is written
  llvm_place last;
  std::uint32_t repeat = 0;  // counts equal ones in one function, as in a defaulted operator==
  std::uint64_t file = 0;    // its function's id for the place where it is written; 0: no macro
  std::uint64_t when_true = 0;
  std::uint64_t when_false = 0;

  bool ran() const { return when_true > 0 || when_false > 0; }
};

// The same branch in several instantiations of a template is one, its counts added; LLVM's summary counts
// them so. In the model the block is the column where it is placed, and the ways of the n-th branch there are
// 2n (true) and 2n + 1 (false).
branch_list branches_of(std::vector<llvm_branch> branches);

}  // namespace covey::parsers
