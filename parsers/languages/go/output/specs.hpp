// The specs that Ginkgo's reports tell of, as tests below the function that ran them: "TestCart/Cart/with items/sums".
#pragma once

#include "parsers/languages/go/output/package_run.hpp"
#include "parsers/languages/go/sources.hpp"
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

// Ginkgo's JSON report (types.Report and types.SpecReport of Ginkgo 2): what `go test` shows as one test, told spec by spec.
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

struct spec_result {
  std::string name;
  outcome result = outcome::passed;
  std::chrono::milliseconds duration{0};
  std::optional<failure> why = {};
};

// What comes through the channel of shims/go/exec.cpp, of several processes at once. Reports over 64 MiB are left out and counted.
class spec_runs {
 public:
  explicit spec_runs(const place_resolver& code) : code_(code) {}

  // A line of the channel. The import path of the package whose report it completes; else empty.
  std::string read_line(std::string_view line);
  // Those that have come for the package; each only once.
  std::vector<spec_result> take(const package_run& package);
  std::vector<std::string> notes() const;

 private:
  static constexpr std::size_t largest = std::size_t{64} << 20;

  std::string whole_report(std::string_view line);
  std::string runner_in(const package_run& package) const;

  const place_resolver& code_;
  std::map<std::string, std::string, std::less<>> open_;  // reports that have begun, by process
  std::size_t too_large_ = 0;
  std::map<std::string, std::vector<spec_report>, std::less<>> waiting_;  // by import path
  std::size_t unread_ = 0;
  std::string focused_;   // a package with focused specs
  std::string unplaced_;  // a package in which no function is known that ran its specs
};

}  // namespace covey::parsers::languages::go
