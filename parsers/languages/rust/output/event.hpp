// Events of the private channel (reporters/README.md), as the Rust commands write them: one JSON object a
// line.
#pragma once

#include "parsers/model/test.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// A test's outcome; `ms` below zero is not known.
struct rust_report {
  std::string group;
  std::string name;
  outcome result = outcome::passed;
  double ms = -1;
  std::vector<failure> failures;  // of these: kind, places, message, values, diff
  std::string output;
};

std::string rust_start_event(std::string_view version);
std::string rust_total_event(std::uint64_t count);
std::string rust_group_event(std::string_view group);
// 0: how many tests the group holds is not known yet.
std::string rust_known_event(std::string_view group, std::uint64_t count);
std::string rust_done_event(std::string_view group, std::uint64_t not_run);
std::string rust_begin_event(std::string_view group, std::string_view name, const location& defined);
std::string rust_pause_event(std::string_view group, std::string_view name);
// What is told of a test that never ends.
std::string rust_failing_event(std::string_view group, std::string_view name, const failure& why);
std::string rust_report_event(const rust_report& report);
// `name` may be empty: the group as a whole.
std::string rust_problem_event(std::string_view group, std::string_view name, const failure& why,
                               std::string_view output);
std::string rust_note_event(std::string_view text);
std::string rust_end_event();

}  // namespace covey::parsers
