// One line of `go test -json`, as `go doc test2json` and `go help buildjson` define it.
#pragma once

#include "parsers/text/json_scanner.hpp"
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

enum class test2json_action : std::uint8_t {
  other,  // unknown to this reader, or irrelevant to results
  start,
  run,
  pause,  // of a parallel test: it waits for its turn
  cont,
  pass,
  fail,
  skip,
  output,
  build_output,
  build_fail
};

// Since Go 1.27; before that, everything is plain.
enum class output_type_of_event : std::uint8_t {
  plain,
  frame,  // the testing package's own lines
  error,  // the first line of what t.Error and its like say
  error_continued
};

// Its texts are views into the line or the reader, valid until the reader reads the next line.
struct test2json_event {
  test2json_action action = test2json_action::other;
  std::string_view package;  // import path
  std::string_view test;     // empty: the event is about the package
  std::string_view output;   // UTF-8; a piece of a line, usually a whole one
  output_type_of_event output_type = output_type_of_event::plain;
  std::string_view import_path;   // of build events: what was built, such as "p" or "p [p.test]"
  std::string_view failed_build;  // the import_path whose build failure made the package fail
  double elapsed = 0;             // seconds
};

class test2json_reader {
 public:
  // False if the line is not an event: no JSON object, not UTF-8, or without an action. `into` is then
  // unspecified.
  bool read(std::string_view line, test2json_event& into);

 private:
  std::array<json_value, 9> values_;
  std::vector<char> decoded_;  // what had escapes; never longer than the line
};

}  // namespace covey::parsers::languages::go
