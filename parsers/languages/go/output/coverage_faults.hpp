// Packages that failed only because their tests were built for coverage, out of what `go test -json` prints: they are to run
// again without it. Too many rather than too few, for that costs a build, and a red that is covey's own costs trust.
#pragma once

#include "parsers/languages/go/output/test2json.hpp"
#include "parsers/text/lines.hpp"
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

class coverage_faults {
 public:
  void feed(std::string_view bytes);

  const std::vector<std::string>& packages() const { return packages_; }  // in the order in which they failed
  bool others_failed() const { return failed_ > packages_.size(); }

 private:
  void on_line(std::string_view line);

  line_splitter lines_{std::size_t{1024} * 1024};
  test2json_reader reader_;
  test2json_event event_;
  std::set<std::string, std::less<>> disturbed_;            // packages whose output has words of coverage's
  std::map<std::string, std::string, std::less<>> builds_;  // what was said of each, by import path
  std::vector<std::string> packages_;
  std::size_t failed_ = 0;
};

}  // namespace covey::parsers::languages::go
