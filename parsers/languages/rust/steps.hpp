// The cargo commands of a run, and which tests can run after a build. cargo itself would run nothing once a
// target fails to compile.
#pragma once

#include "parsers/languages/rust/job.hpp"
#include "parsers/model/test.hpp"
#include "parsers/languages/rust/output/build.hpp"
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::rust {

// --- Failures of an earlier run -> the tests that `cargo test` runs again, and only those ---

// Sets `chosen` of the targets. A failure without a name selects its whole group and the groups that could
// not run because of it. True: a failure belongs to no target, for example a bad manifest; only a run of the
// whole suite retries it.
bool select_rerun(const std::vector<rerun_test>& wanted, std::vector<job_target>& targets);

// Those of `wanted` that may report something: an example or a build script that did not compile has no tests, and is
// mended once it compiles.
std::vector<rerun_test> awaited(const std::vector<rerun_test>& wanted,
                                const std::vector<job_target>& targets);

// The arguments of `cargo test` that build and run the targets: {"-p", "a@1.0.0", "--lib", "--test", "api"}.
strings target_arguments(const std::vector<const job_target*>& targets);

// The arguments that come nearest to running exactly `wanted` of `all`; other tests that run are not
// reported. rustdoc splits its arguments at blanks, and takes each word as a part of the names to run or,
// after --skip, to leave out.
strings doc_filters(const std::set<std::string>& wanted, const strings& all);

// How many tests of `all` run with these filters without being in `wanted`.
std::size_t count_doc_others(const strings& filters, const std::set<std::string>& wanted, const strings& all);

// --- The commands ---

// The arguments after `cargo`. Empty: there is nothing to build.
strings build_arguments(const cargo_job& job);

// The same as the tests will be run, for cargo may then compile them otherwise than without naming kinds: where a workspace has build
// scripts, of packages that these use. Empty: it will not.
strings tests_build_arguments(const cargo_job& job, const std::vector<built_artifact>& artifacts);

// For a build that failed: commands that build whatever can be built, with the features that it will be run with. One for each
// package since cargo 1.74; before that, one for each target to run.
std::vector<strings> rescue_commands(const cargo_job& job);

// "1.63.0" -> 63; a version other than 1.x counts as new.
int cargo_minor(std::string_view version);

struct built_test {
  const job_target* target = nullptr;
  std::string executable;
};

struct build_problem {
  std::string group;
  failure why;  // also_failed: the groups that could not run because of it
};

struct build_result {
  std::vector<built_test> tests;             // the job's targets that were built
  strings programs;                          // the workspace's own binaries
  std::vector<const job_target*> doc_tests;  // the targets whose library was built
  std::vector<build_problem> problems;       // one failure per group
  std::vector<const job_target*> left_out;   // the targets that cargo skips: features are missing
};

// `succeeded`: cargo's exit code was 0. `said`: the end of its stderr, for errors without a compiler message.
build_result build_outcome(const cargo_job& job, bool succeeded, const std::vector<built_artifact>& artifacts,
                           const std::vector<build_error>& errors, std::string_view said);

// The chosen target that cargo refuses to build; null: there is none.
job_target* find_unavailable(cargo_job& job, const unavailable_target& one);

// A sentence about build_result::left_out; "" if that is empty.
std::string left_out_note(const std::vector<const job_target*>& left_out);

// The commands that run the tests, and start what was built: one if everything was, else one for each package.
std::vector<strings> test_commands(const cargo_job& job, bool succeeded, const build_result& built);

// "-p" for the packages of the targets.
strings package_arguments(const std::vector<const job_target*>& of);

}  // namespace covey::parsers::languages::rust
