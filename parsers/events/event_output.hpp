// Reads what covey's own reporters say over the private channel (reporters/README.md has the format): the one
// reader of every language but Go.
// Design: docs/design/08-events.md
#pragma once

#include "parsers/events/output_parser.hpp"
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// What the runner printed, head and tail, plain text: for a runner that ended before it reported anything.
struct printed_text {
  std::string_view out;
  std::string_view err;
};

struct event_output_options {
  std::string root;                // the workspace root: files come out relative to it
  std::string separator = "/";     // between the group and the name of a test
  std::string runner;              // "pytest": the group of failures outside of any test
  std::vector<rerun_test> wanted;  // tests to run; in a rerun, one without an outcome becomes an error

  // Finds failures in the printed text, if the runner ended badly and reported none. May be empty.
  std::function<std::vector<failure>(const printed_text&, const run_ending&)> diagnose;

  // Adds what the runner's stderr says to the failure of a test that was running when the process ended, by
  // itself or by its timeout; an output that it sets replaces the printed one. `only`: no other test ended
  // this way.
  std::function<void(failure&, std::string_view, bool only)> diagnose_end = [](failure&, std::string_view,
                                                                               bool) {};

  bool total_is_exact = false;  // `total` counts each test that will report, so the rest did not run
};

std::unique_ptr<output_parser> make_event_output(event_output_options options);

}  // namespace covey::parsers
