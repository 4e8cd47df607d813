// Output of `go test` that was recorded with real toolchains, and ways to feed it.
#pragma once

#include "parsers/languages/go_packages.hpp"
#include "parsers/model/run.hpp"
#include "parsers/output/output_parser.hpp"
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace covey::parsers::testing {

struct recording {
  std::string out;
  std::string err;
  std::shared_ptr<const go_packages> packages;
};

// tests/fixtures/go/<module>/<version>
recording load_recording(const std::string& module, const std::string& version);

run_ending exited(int code);

// Feeds both streams in pieces of at most `piece` bytes; 0: each as a whole.
run_results read(const recording& from, const run_ending& ending, std::size_t piece = 0,
                 std::vector<test_id> wanted = {});

// "kind group/name file:line message's first line", without the module's name.
std::string summary(const failure& value);

// Everything that a result says, for comparing two of them.
std::string everything(const run_results& results);

}  // namespace covey::parsers::testing
