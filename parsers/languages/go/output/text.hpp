// The plain text that Go's testing package and compiler write: messages with their place, framing lines,
// package noise. Source: testing.(*common).log and report, cmd/go/internal/test.
#pragma once

#include "parsers/model/test.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

// Precedes a message that the runner marks as an error (Go 1.27), in a test's output as it is kept here.
inline constexpr char error_mark = '\x0e';
std::string without_error_marks(std::string_view output);

// "file.go:12" at the start of a line, with what follows it. `file` is as printed.
struct source_position {
  location where;
  std::string_view rest;  // after "file.go:12:" or "file.go:12:3:" and blanks
};

// With coverage on, the cover tool reads a source before the compiler does: "2006/01/02 15:04:05 cover: FILE:
// FILE:2:26: expected '}'" -> "FILE:2:26: expected '}'". Any other line is returned unchanged.
std::string_view without_cover_prefix(std::string_view line);

// The position in a line of the compiler, vet or the go command: "[vet: |go: ]path:line[:column]: text".
std::optional<source_position> compiler_position(std::string_view line);

// What t.Log, t.Error and their like wrote: "    file.go:12: text", its further lines indented by four more.
// After error_mark it is an error.
struct logged_message {
  location where;         // file as printed
  std::string text;       // without the indentation
  bool is_error = false;  // known to be one
};
std::vector<logged_message> logged_messages(std::string_view output);

// The output of a test without the lines that the testing package frames it with ("=== RUN", "--- FAIL: name
// ("). Lines that frame another test's name were printed by the test itself and stay.
std::string without_framing(std::string_view output, std::string_view test);

// A result that got lost in a line of the test's own output: before Go 1.20 "…partial line--- PASS: TestX
// (0.00s)" is no event.
std::optional<outcome> glued_result(std::string_view output, std::string_view test);

// Without the list of all flags that package flag prints behind what was wrong with one.
std::string without_flag_usage(std::string_view printed);

// A line that every package prints at its end: "ok", "FAIL", "PASS", coverage, exit status.
bool is_package_noise(std::string_view line, std::string_view package);

}  // namespace covey::parsers::languages::go
