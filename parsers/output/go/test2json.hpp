// One line of `go test -json`, as `go doc test2json` and `go help buildjson` define it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace covey::parsers {

enum class test2json_action : std::uint8_t {
  other,  // one that this reader does not know, or that says nothing about results
  start,
  run,
  pass,
  fail,
  skip,
  output,
  build_output,
  build_fail
};

struct test2json_event {
  test2json_action action = test2json_action::other;
  std::string package;       // import path
  std::string test;          // empty: the event is about the package
  std::string output;        // UTF-8; a piece of a line, usually a whole one
  std::string import_path;   // of build events: what was built, such as "p" or "p [p.test]"
  std::string failed_build;  // the import_path whose build failure made the package fail
  double elapsed = 0;        // seconds
};

class test2json_reader {
 public:
  test2json_reader();
  ~test2json_reader();

  // False where the line is no event: no JSON object, not UTF-8, or without an action. `into` is then
  // unspecified.
  bool read(std::string_view line, test2json_event& into);

 private:
  struct implementation;
  std::unique_ptr<implementation> self_;
};

}  // namespace covey::parsers
