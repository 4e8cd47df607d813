// Which tests ran a line.
#pragma once

#include "parsers/model/coverage.hpp"
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct covered_by {
  std::vector<const coverage_unit*> units = {};     // in any order; a unit without tests is what loading ran
  attribution unit_kind = attribution::run;         // the coarsest of them
  std::map<std::uint64_t, std::size_t> tests = {};  // how many last ran in which run, by its id
  std::uint64_t added_since = 0;  // the latest run, by its id, since which the line was added; 0: none
  // The latest run, by its id, whose units ran the line before it was edited.
  std::uint64_t edited_since = 0;
  // The latest run whose lines could not be compared with the present ones: the question was taken for one about its lines.
  std::uint64_t not_known_in = 0;
  std::string_view not_measured = {};  // why such a file is not; empty: it could be
};

}  // namespace covey::parsers
