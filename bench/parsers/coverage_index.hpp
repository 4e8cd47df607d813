// How fast the tests that cover a line are found in the coverage of a large suite
// (bench/inputs/unit_coverage.hpp), and what that takes: reading it, its memory, questions of lines that a
// handful of tests run, or thousands of them.
#pragma once

#include <functional>
#include <string>

namespace covey::bench {

// Of the rows whose names are wanted; their input is made once one of them runs.
void register_coverage_index(const std::function<bool(const std::string&)>& wanted);

}  // namespace covey::bench
