// The specs that Ginkgo's reports tell of, as tests below the function that ran them: "TestCart/Cart/with items/sums".
#pragma once

#include "parsers/languages/go/ginkgo/report.hpp"
#include "parsers/languages/go/output/code.hpp"
#include "parsers/languages/go/output/package_run.hpp"
#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

struct spec_result {
  std::string name;
  outcome result = outcome::passed;
  std::chrono::milliseconds duration{0};
  std::optional<failure> why = {};
};

// `runner`: the test function. A second spec of a name is "name#01", as Go itself calls a second subtest. A spec that
// was interrupted has no result.
std::vector<spec_result> results_of(const place_resolver& code, const std::string& import_path,
                                    std::string_view runner, const spec_report& report);

class spec_runs {
 public:
  explicit spec_runs(const place_resolver& code) : code_(code) {}

  // A line of the channel. The import path of the package whose report it completes; else empty.
  std::string read_line(std::string_view line);
  // Those that have come for the package; each only once.
  std::vector<spec_result> take(const package_run& package);
  std::vector<std::string> notes() const;

 private:
  std::string runner_in(const package_run& package) const;

  const place_resolver& code_;
  spec_channel_reader channel_;
  std::map<std::string, std::vector<spec_report>, std::less<>> waiting_;  // by import path
  std::size_t unread_ = 0;
  std::string focused_;   // a package with focused specs
  std::string unplaced_;  // a package in which no function is known that ran its specs
};

}  // namespace covey::parsers::languages::go
