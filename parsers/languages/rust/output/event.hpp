// Events of the private channel (reporters/README.md), as the Rust commands write them: one JSON object per
// line.
#pragma once

#include "parsers/model/test.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

// A test's outcome; a negative `ms` is unknown.
struct test_report {
  std::string group;
  std::string name;
  outcome result = outcome::passed;
  double ms = -1;
  std::vector<failure> failures;  // only their kind, places, message, values, diff
  std::string output;
  std::optional<outcome> replaces = {};  // what was reported of it before
};

std::string start_event(std::string_view version);
std::string total_event(std::uint64_t count);
std::string group_event(std::string_view group);
// `count`: the tests of the group; 0: not known yet.
std::string known_event(std::string_view group, std::uint64_t count);
std::string done_event(std::string_view group, std::uint64_t not_run);
std::string begin_event(std::string_view group, std::string_view name, const location& defined);
std::string pause_event(std::string_view group, std::string_view name);
// The failure to report if this test never ends.
std::string failing_event(std::string_view group, std::string_view name, const failure& why);
std::string report_event(const test_report& report);
// An empty `name` means the group as a whole.
std::string problem_event(std::string_view group, std::string_view name, const failure& why,
                          std::string_view output);
std::string note_event(std::string_view text);
// The same of several groups is told once.
std::string note_event(std::string_view group, std::string_view text);
std::string deselected_event(std::uint64_t count, std::string_view by);
std::string end_event();

}  // namespace covey::parsers::languages::rust
