// Reads what covey's own reporters say over the private channel (reporters/README.md has the format): the one
// reader of every language but Go.
#pragma once

#include "parsers/model/test.hpp"
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
  std::string runner;              // "pytest": the group of what went wrong outside of any test
  std::vector<rerun_test> wanted;  // what is to run; of a rerun, one without an end becomes an error

  // The failures that text tells of, where the runner ended badly and reported no failure. May be empty.
  std::function<std::vector<failure>(const printed_text&, const run_ending&)> diagnose;

  // Adds to the failure of a test under which the process ended, by itself or when its time was over, what
  // the runner's stderr says of it; an output that it sets takes the place of what was printed. `only`: no
  // other test ended so.
  std::function<void(failure&, std::string_view, bool only)> diagnose_end = [](failure&, std::string_view,
                                                                               bool) {};

  bool total_is_exact = false;  // `total` counts each test that will report, so the rest did not run
};

std::unique_ptr<output_parser> make_event_output(event_output_options options);

}  // namespace covey::parsers
