// Which tests a test binary is started with, and started again with: a test that crashes the process must not
// prevent the others from running.
#pragma once

#include "parsers/languages/rust/job.hpp"
#include "parsers/languages/rust/output/libtest.hpp"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace covey::parsers::languages::rust {

struct binary_start {
  std::vector<std::string> names;    // empty: every test except `skipped`
  std::vector<std::string> skipped;  // used only if `names` is empty

  friend bool operator==(const binary_start&, const binary_start&) = default;
};

// Replaces the patterns with the names of the tests that they match.
chosen_tests with_names(chosen_tests chosen, const test_list& tests);

// `mimic`: libtest-mimic takes one name at a time.
std::vector<binary_start> starts_for(const chosen_tests& chosen, bool mimic);

// Starts for the tests of `start` that had not begun when its process ended; empty: all had begun.
std::vector<binary_start> starts_of_the_rest(const binary_start& start, const test_list& tests,
                                             const std::set<std::string, std::less<>>& began, bool mimic);

// How many tests `start` runs.
std::size_t count_tests(const binary_start& start, const test_list& tests);

// The binary's command-line arguments.
std::vector<std::string> start_arguments(const binary_start& start);

}  // namespace covey::parsers::languages::rust
