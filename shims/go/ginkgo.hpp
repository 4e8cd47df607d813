// Ginkgo's specs: `go test` sees all specs of a package as one test. Its own JSON report tells them apart, which it writes
// when they have ended, to a file of ours (--ginkgo.json-report). That is sent through the run's channel in pieces that
// writers in parallel cannot tear apart: "PID TAB up to 4,000 bytes of the report, line ends as blanks" and, when it is
// whole, "PID TAB".
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace covey::shims::go {

// Which specs run: an expression for --ginkgo.focus.
constexpr const char* focus_variable = "COVEY_GO_FOCUS";

class spec_channel {
 public:
  // Reads what it needs from the environment and takes it out of it, for a test may run `go test` itself. `binary` has a
  // report only if it runs specs, which the names of its functions tell.
  explicit spec_channel(const char* binary);

  // Added at the end of the binary's own; empty if there is nothing to tell. `left`: until Go ends the binary, 0: no limit.
  // Ginkgo's own limit is to come before: it names the spec and still writes its report.
  std::vector<std::string> arguments(std::chrono::milliseconds left) const;

  // Call it when the binary has ended.
  void send() const;

 private:
  std::string channel_;
  std::string report_;  // the file; empty: none
  std::string focus_;
};

}  // namespace covey::shims::go
