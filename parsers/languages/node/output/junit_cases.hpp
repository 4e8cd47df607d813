// JUnit's XML as bun and deno write it: one test case a test, in the file that declares it.
#pragma once

#include "parsers/model/test.hpp"
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct junit_case {
  std::string file;                 // as written: relative to where the runner ran
  std::vector<std::string> titles;  // outermost first
  std::uint32_t line = 0;           // where it is declared; 0: not told
  std::chrono::milliseconds duration{0};
  outcome result = outcome::passed;
  std::string type;     // of a failure: "AssertionError"
  std::string message;  // its message, as written
  std::string text;     // its message and stack
};

struct junit_report {
  bool complete = false;  // the document was read to its end
  std::vector<junit_case> cases;
};

junit_report read_junit(std::string_view document);

// What a message of bun's or deno's assertions says, taken apart.
struct compared_values {
  std::string message;
  std::optional<std::string> expected;
  std::optional<std::string> actual;
  std::string diff;  // `-` expected, `+` actual
};

compared_values read_junit_comparison(std::string_view message);

}  // namespace covey::parsers
