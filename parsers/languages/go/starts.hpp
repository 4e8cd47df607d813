// Which tests a test binary is started with again: a test that ends the process must not keep the others from running.
// Design: docs/design/14-go.md
#pragma once

#include "parsers/text/lines.hpp"
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

struct next_start {
  std::string skip;                // for -skip: what has ended, or may have ended the process
  std::vector<std::string> again;  // of those that ran then: the panic's stack clears them
};

// What the tests of a binary have done, by what it prints with -test.v=test2json (Go 1.20), in all its processes.
class begun_tests {
 public:
  void feed(std::string_view bytes);

  // Its process has ended too early. Nullopt: none began, as none would the next time, or there are too many for -skip.
  std::optional<next_start> next();

 private:
  void on_line(std::string_view line);
  std::string panicked() const;

  line_splitter lines_{8192};
  std::map<std::string, bool> running_;  // or else ended; without subtests and those that wait for their turn
  std::string dump_;                     // from the runtime's message on; bounded
  bool began_ = false;                   // one of this process
};

// Begins the lines between the output of two processes of a binary: the tests that run again, and without a name the end of
// the first. `channel`: the run's, which no test is told.
std::string turn_mark(std::string_view channel);

}  // namespace covey::parsers::languages::go
