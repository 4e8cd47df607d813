// Limits of what callers may ask for. All other limits are in actors/limits.hpp.
#pragma once

#include <chrono>
#include <cstddef>

namespace covey::protocol::limits {

// --- runs
constexpr std::chrono::seconds default_timeout{300};
constexpr std::chrono::seconds max_timeout{1800};
// Runners take tests as arguments or patterns: beyond this number a caller is better off with a whole run.
constexpr std::size_t max_rerun = 2000;
// How often a rerun may be repeated: what fails one time in two passes once in five with 97 %.
constexpr std::size_t max_verify = 5;
// The words, and the variables, that a call adds to its run. Linux takes 128 KiB in one argument.
constexpr std::size_t added_bytes = 64u << 10;
// Ended runs that are kept by their ids.
constexpr std::size_t kept_runs = 16;

// --- selections
// Files or blocks selected for one run, for the same reason.
constexpr std::size_t selections = 2000;
// Exact names of files or blocks in one call, in bytes.
constexpr std::size_t exact_names = 512u << 10;

// --- answers
constexpr std::size_t default_failures = 50;
constexpr std::size_t max_failures = 500;
constexpr std::size_t default_covering = 20;
constexpr std::size_t max_covering = 200;
// Far beyond any useful list of failures.
constexpr std::size_t max_offset = 10'000'000;
// Tokens per half of an answer; with fewer nothing useful fits.
constexpr std::size_t least_budget = 500;
// With more, a message could exceed the 10 MiB that clients accept, depending on the bytes in it.
constexpr std::size_t max_budget = 250'000;

}  // namespace covey::protocol::limits
