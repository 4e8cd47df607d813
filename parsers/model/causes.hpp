// Failures by their cause: of many red tests mostly a few things are wrong.
#pragma once

#include "parsers/model/test.hpp"
#include <cstddef>
#include <span>
#include <vector>

namespace covey::parsers {

// Where in the project it happened: the innermost frame of its stack, else where it was raised, else the
// place in the test.
const location& innermost_place(const failure& of);

struct cause {
  std::vector<std::size_t> members;  // places in the list of failures, in its order
  std::size_t example = 0;           // the shortest of them that says something, a place in that list
};

// Failures of one cause are of one kind, say the same (message_shape(); of exceptions raised outside of the
// test: up to a colon), and were raised in the same place of the project: the innermost frame, else the place
// in the test. If that gives more than `most` causes, those that say the same at different lines of one file
// become one, then (if half as many are left) those of all files, then those that begin with the same words
// up to a colon. What kept tests from being built or loaded comes first, then what a tenth of all failures
// have in common; of these the one with the shortest example.
std::vector<cause> causes_of(std::span<const failure* const> failures, std::size_t most);

}  // namespace covey::parsers
