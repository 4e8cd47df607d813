// Ginkgo's JSON report (types.Report and types.SpecReport of Ginkgo 2): what `go test` shows as one test, told spec by spec.
#pragma once

#include "parsers/model/test.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

// types.Failure. Files are absolute.
struct spec_failure {
  std::string message;
  std::string panic;  // what it panicked with; empty: it did not
  location where;
  // As Go prints the frames of one goroutine, innermost first; of a time-out that of the spec.
  std::string stack;
  std::string node;  // "It", "BeforeEach": where it failed
};

struct spec {
  std::vector<std::string> texts;  // of its containers and its own; of a node of the suite: "[BeforeSuite]"
  bool is_of_suite = false;        // a node of the whole suite, of which only failures matter
  std::string state;               // types.SpecState: "passed", "skipped", "timedout"…
  std::chrono::milliseconds duration{0};
  location defined;
  std::vector<spec_failure> failures;  // the first is why; more came after it. Of a skipped one: why
  std::string output;
};

struct spec_report {
  std::string folder;       // of the package, absolute
  bool is_focused = false;  // FIt and the like: it ends with an exit code of its own although all passed
  std::vector<spec> specs;
};

// nullopt for what is no such report. Specs that were not selected are left out, and pending ones where specs were selected.
std::optional<spec_report> read_spec_report(std::string_view json);

// The channel of shims/go/exec.cpp -> whole reports; of several processes at once. Reports over 64 MiB are left out and
// counted.
class spec_channel_reader {
 public:
  static constexpr std::size_t largest = std::size_t{64} << 20;

  // The report that this line completes; empty for all others.
  std::string line(std::string_view text);
  std::size_t too_large() const { return too_large_; }

 private:
  std::map<std::string, std::string, std::less<>> open_;  // by process
  std::size_t too_large_ = 0;
};

}  // namespace covey::parsers::languages::go
