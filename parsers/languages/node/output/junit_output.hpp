// Reads a runner whose report is a JUnit file, which arrives over the private channel after the tests, and
// turns it into the events of covey's own reporters. Events from such a reporter during the tests (they
// begin, they pause) arrive before the report; if the runner dies, they are all there is.
#pragma once

#include "parsers/model/selection.hpp"
#include "parsers/events/event_output.hpp"
#include "parsers/events/junit.hpp"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// The cases of a JUnit report as bun and deno mean them: tests by their titles, in the file that declares
// them; and the contents of their assertions' messages.
struct titled_case {
  const junit_case* is = nullptr;
  std::string_view file;                 // as written: relative to where the runner ran
  std::vector<std::string_view> titles;  // outermost first
};

// bun's outermost suite stands for a file, and those within it are titles. deno names the file as the class,
// and the steps of a test by the path to them: "outer > step".
// The texts are views into the report's document.
titled_case titled(const junit_report& report, const junit_case& one);

// The parts of an assertion's message.
struct compared_values {
  std::string message;
  std::optional<std::string> expected;
  std::optional<std::string> actual;
  std::string diff;  // `-` expected, `+` actual
};

compared_values read_comparison(std::string_view message);

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
