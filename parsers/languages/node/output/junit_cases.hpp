// The cases of a JUnit report as bun and deno mean them: tests by their titles, in the file that declares
// them; and the contents of their assertions' messages.
#pragma once

#include "parsers/events/junit.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

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

}  // namespace covey::parsers::languages::node
