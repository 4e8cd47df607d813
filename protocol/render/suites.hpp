// The tests of a run by suite: package, file or module.
#pragma once

#include "parsers/model/finished_run.hpp"
#include <string>
#include <vector>

namespace covey::protocol {

struct suite_counts {
  std::string name;
  std::uint64_t failed = 0;
  std::uint64_t errors = 0;  // failures outside tests
  std::uint64_t passed = 0;
  std::uint64_t skipped = 0;
  std::uint64_t not_run = 0;
  std::string why_not_run;  // "stopped by a panic in TestX"; may be empty

  std::uint64_t red() const { return failed + errors; }
};

struct suite_list {
  std::vector<suite_counts> troubled;  // with failures or tests that never began; the most failures first
  std::size_t all = 0;                 // all suites, also those without trouble
};

suite_list suites_of(const parsers::finished_run& run);

}  // namespace covey::protocol
