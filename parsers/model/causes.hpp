// Failures grouped by cause: many failed tests mostly share a few causes.
// Design: docs/design/10-failure-texts.md
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
  std::vector<std::size_t> members;  // indices into the list of failures, ascending
  std::size_t example = 0;           // index of its shortest failure, preferably with a message and a place
};

// Failures of one cause have the same kind, the same message_shape() (for exceptions raised outside of the
// test: up to a colon) and the same innermost_place(). Crashes that no frame places have the same message and
// group instead: theirs are only the places of the tests that were running. If that gives more than `max`
// causes, those with equal messages at different lines of one file become one. If more than half of `max` are
// left, so do those of different files; if more than `max` are left, so do those whose messages begin with
// the same words up to a colon. Causes that kept tests from being built or loaded come first, then those of at
// least three failures that are a tenth of all; among equals the one with the shortest example.
std::vector<cause> causes_of(std::span<const failure* const> failures, std::size_t max);

}  // namespace covey::parsers
