// A made project and what its tests ran of it: what the generators of coverage reports write down, each in
// its format.
#pragma once

#include "bench/inputs/made_text.hpp"
#include <cstdint>
#include <string>
#include <vector>

namespace covey::bench {

struct made_line {
  std::uint32_t line = 0;
  std::uint64_t hits = 0;
};

struct made_function {
  std::string name;
  std::uint32_t line = 0;
  std::uint32_t end_line = 0;
  std::uint64_t hits = 0;
};

struct made_branch {  // of two ways
  std::uint32_t line = 0;
  std::uint64_t taken[2] = {0, 0};
};

struct made_file {
  std::string path;              // without an ending: "src/cart/price0012"
  std::vector<made_line> lines;  // ascending; each once
  std::vector<made_function> functions;
  std::vector<made_branch> branches;
};

class project {
 public:
  explicit project(std::uint64_t seed) : random_(seed) {}

  // The next file; what it holds is added to `expected`.
  made_file next(counts& expected);

 private:
  std::uint64_t hits();
  void add_function(made_file& into, std::uint32_t& line);

  dice random_;
  std::uint64_t files_ = 0;
};

}  // namespace covey::bench
