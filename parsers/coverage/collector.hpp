// Reads the coverage files of a run. Fed with whole files in pieces, in the order of their names; never
// fails.
#pragma once

#include "parsers/model/coverage.hpp"
#include "parsers/model/run.hpp"
#include <string_view>

namespace covey::parsers {

class coverage_collector {
 public:
  virtual ~coverage_collector() = default;
  virtual void begin_file(std::string_view name) = 0;  // the name without its folder
  virtual void feed(std::string_view bytes) = 0;
  virtual void end_file() = 0;
  // Called once. The results tell which tests ran in which unit.
  virtual coverage finish(const run_results& results) = 0;
};

}  // namespace covey::parsers
