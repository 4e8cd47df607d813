// With which tests a test binary is started, and started again: a test that takes its process with it must
// not keep the others from running.
#pragma once

#include "parsers/languages/rust/job.hpp"
#include "parsers/languages/rust/output/libtest.hpp"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace covey::parsers {

struct rust_start {
  std::vector<std::string> names;    // empty: every test but those of `skipped`
  std::vector<std::string> skipped;  // only where `names` is empty

  friend bool operator==(const rust_start&, const rust_start&) = default;
};

// Patterns become the names of the tests that they fit.
rust_choice rust_named_choice(rust_choice choice, const rust_listing& tests);

// `mimic`: libtest-mimic takes one name at a time.
std::vector<rust_start> rust_starts(const rust_choice& choice, bool mimic);

// For the tests of a start that had not begun when its process ended; nothing: there are none.
std::vector<rust_start> rust_starts_of_the_rest(const rust_start& start, const rust_listing& tests,
                                                const std::set<std::string, std::less<>>& began, bool mimic);

// How many tests that is.
std::size_t rust_tests_of(const rust_start& start, const rust_listing& tests);

// What follows the name of the binary.
std::vector<std::string> rust_start_arguments(const rust_start& start);

}  // namespace covey::parsers
