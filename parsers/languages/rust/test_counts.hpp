// What each test of a binary counted: reads what reporters/rust/covey_tests.rs writes.
#pragma once

#include "parsers/coverage/llvm/region_lines.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

struct counted_test {
  std::string name;
  llvm::counted counted;
  bool shared = false;  // others ran at the same time: their counts are among these
};

struct test_counts {
  std::vector<counted_test> tests;  // sorted by name, each once; those that counted nothing are left out
  llvm::counted outside;            // while no test ran
  bool complete = false;            // the suite came to its end, and all of the record could be read
};

test_counts read_test_counts(std::string_view record);

}  // namespace covey::parsers::languages::rust
