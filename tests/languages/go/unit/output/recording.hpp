// Output of `go test` that was recorded with real toolchains.
#pragma once

#include "parsers/languages/go/packages.hpp"
#include "parsers/languages/go/sources.hpp"
#include "tests/parsers/events/recording.hpp"
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace covey::parsers::testing {

using namespace languages::go;

struct go_recording {
  std::string out;
  std::string err;
  std::shared_ptr<const package_list> packages;
  std::shared_ptr<const test_sources> sources = nullptr;
  std::string events = {};  // what came through the run's channel
};

// tests/languages/go/recordings/<module>/<version>
go_recording load_recording(const std::string& module, const std::string& version);

// In pieces of at most `piece` bytes; 0: each stream as a whole.
run_results read(const go_recording& from, const run_ending& ending, std::size_t piece = 0,
                 std::vector<test_id> wanted = {});

// The failure whose name ends so; the test fails without it.
const failure& failure_named(const run_results& results, const std::string& name);

// summary() without the module's name.
std::string summary_in_module(const failure& value);

}  // namespace covey::parsers::testing
