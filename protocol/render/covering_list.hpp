// The tests that tests_covering names: those that run the fewest lines first, of equals the fastest, for they tell most
// about the line that is asked for. Of a family (the subtests of one test, the parameters of one function) with more than
// three of them the family stands for all.
#pragma once

#include "parsers/model/coverage.hpp"
#include <cstddef>
#include <string>
#include <vector>

namespace covey::protocol {

struct covering_entry {
  std::string name;       // of a test or a family
  std::size_t tests = 1;  // of a family: how many of its tests ran it
};

struct covering_group {
  std::string name;
  std::vector<covering_entry> entries;
};

struct covering_list {
  std::vector<covering_group> groups;  // the one with the first test first
  std::size_t shown = 0;               // tests
  std::size_t total = 0;
};

// `limit`: tests and families; `bytes`: of all names.
covering_list list_covering(const std::vector<const parsers::coverage_unit*>& units, std::size_t limit,
                            std::size_t bytes);

}  // namespace covey::protocol
