// The coverage of a large suite as covey's reporters write it (parsers/events/unit_coverage.hpp), made: the
// same for the same shape on every machine.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace covey::bench {

// Files consist of functions of 5 to 40 lines; what lies between them cannot run, and is as long.
struct suite_shape {
  std::uint32_t files = 1000;
  std::uint32_t lines = 2000;  // of each file
  std::uint32_t tests = 10'000;
  // false: a test runs 20 to 60 files. Nine of ten tests run each of the first 20, nearly all of them the
  // same functions (what sets a test up); the others lie near to each other, and a few functions run in each.
  // true: a test runs 200 files of all, and every tenth function of each, at random.
  bool scattered = false;
  std::uint64_t seed = 6;
};

std::string file_of_suite(std::uint32_t number);  // its path, relative to the root

// Line by line, each with its line feed: first the tests, then the files, as a reporter learns of them.
void make_unit_coverage_text(const suite_shape& shape, const std::function<void(std::string_view)>& line);

}  // namespace covey::bench
