// Reads a runner whose report is a JUnit file, which arrives over the private channel after the tests, and
// turns it into the events of covey's own reporters. Events from such a reporter during the tests (they
// begin, they pause) arrive before the report; if the runner dies, they are all there is.
#pragma once

#include "parsers/model/selection.hpp"
#include "parsers/events/event_output.hpp"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace covey::parsers::languages::node {

struct junit_output_options {
  event_output_options events;  // its separator joins titles, too
  // The selection, if nothing else is to run: runners list the rest as skipped.
  std::vector<test_selector> selected;
  std::string folder;  // absolute: where the runner ran; its files are relative to it
  // The failures of files that did not load, with their groups, read from the printed text. Only those of
  // files that the report lacks are used. May be empty.
  std::function<std::vector<failure>(const printed_text&)> unloaded;
};

std::unique_ptr<output_parser> make_junit_output(junit_output_options options);

}  // namespace covey::parsers::languages::node
