// The parts of a `go test` command line, and why a part of it is left out.
#pragma once

#include "parsers/languages/go/environment.hpp"
#include "parsers/languages/go/packages.hpp"
#include "parsers/languages/go/rerun.hpp"
#include "parsers/languages/plan.hpp"
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

struct test_options {
  std::chrono::milliseconds timeout{0};     // of the whole run
  bool full_paths = false;                  // -fullpath, Go 1.21
  bool counted = false, limited = false;    // GOFLAGS has -count, -timeout
  std::string profiles;                     // the folder of the coverage profiles; "": no coverage
  std::string exec;                         // the value of -exec; "": Go starts the test binaries itself
  std::vector<std::string> cover_packages;  // for -coverpkg; empty: each package covers itself only
  std::vector<std::string> overlays = {};   // the files of -overlay: the user's, and covey's, which has both
  // The user's own words. Behind the packages: what go does not know itself would take a package for its value.
  std::vector<std::string> added = {};
};

// The arguments after `go`; `number` tells the commands of a run apart.
std::vector<std::string> test_arguments(const test_options& options, const test_set& set, std::size_t number);

// Slightly below the run's timeout, so that Go's panic can name the running tests before all are killed.
std::chrono::milliseconds timeout_of_tests(std::chrono::milliseconds run_timeout);

// `go list -m -f {{.Dir}}` -> "./a/...". Modules outside the root are the project's only if its go.work is at
// the root.
std::vector<std::string> module_patterns(std::string_view folders, const std::string& root,
                                         std::string_view workspace);

// The arguments after `go` that compile the targets just as a test with these options will, so that nothing
// is compiled twice, and print a line for each: "+import/path", or "-import/path" where it does not compile.
// With an overlay also for "testing".
std::vector<std::string> build_check(const test_options& options, const std::vector<std::string>& build_flags,
                                     const std::vector<std::string>& targets);

// Why a test's coverage of other packages is not measured, as a sentence for the answer; nullopt if it can
// be.
std::optional<std::string> no_coverage_across(const toolchain& environment, const package_list& packages);

// The same for packages that do not compile: how many, the first of them; `all`: no package compiles.
std::string no_coverage_across_unbuilt(std::string_view first, std::size_t count, bool all);

// "295s", "1800ms"
std::string write_duration(std::chrono::milliseconds value);

// "4m55s", "1.5h", "0"; a part below a millisecond is dropped. nullopt: not a duration, negative, or too long.
std::optional<std::chrono::milliseconds> read_duration(std::string_view text);

}  // namespace covey::parsers::languages::go
