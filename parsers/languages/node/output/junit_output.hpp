// Reads a runner whose report is a JUnit file, which comes over the private channel when the tests have
// ended, and turns it into the events of covey's own reporters. What such a reporter has said of the tests
// meanwhile (they begin, they pause) is there before it, and is all there is if the runner goes away.
#pragma once

#include "parsers/model/selection.hpp"
#include "parsers/events/event_output.hpp"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace covey::parsers {

struct junit_output_options {
  event_output_options events;  // its joint joins titles, too
  // What was picked by its source, of a run of nothing else. Runners list the rest as skipped.
  std::vector<test_selector> selected;
  std::string folder;  // absolute: where the runner ran; its files are relative to it
  // What the printed text tells of files that did not load, with their groups: told besides the tests, of
  // files that the report does not have. May be empty.
  std::function<std::vector<failure>(const printed_text&)> unloaded;
};

std::unique_ptr<output_parser> make_junit_output(junit_output_options options);

}  // namespace covey::parsers
