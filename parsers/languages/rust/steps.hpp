// The cargo commands of a run, and what a build means for it: cargo itself stops everything at the first
// target that does not compile.
#pragma once

#include "parsers/languages/rust/job.hpp"
#include "parsers/model/test.hpp"
#include "parsers/languages/rust/output/build.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// The arguments after `cargo`. Empty: there is nothing to build or run.
std::vector<std::string> rust_build_arguments(const rust_job& job);

// For a build that failed: commands that build whatever can be built. One since cargo 1.74; before, one for
// each target that is to run.
std::vector<std::vector<std::string>> rust_rescue_commands(const rust_job& job);

// "1.63.0" -> 63; a version that is not 1.x counts as new.
int cargo_minor(std::string_view version);

struct rust_built {
  const rust_job_target* target = nullptr;
  std::string executable;
};

struct rust_problem {
  std::string group;
  failure why;  // with the groups that could not run because of it
};

struct rust_build_result {
  std::vector<rust_built> tests;                  // of the job's targets, those that were built
  std::vector<std::string> programs;              // the workspace's own binaries
  std::vector<const rust_job_target*> doc_tests;  // those whose library was built
  std::vector<rust_problem> problems;             // a failure a group
  std::vector<const rust_job_target*> left_out;   // those that cargo leaves out without certain features
};

// `succeeded`: cargo's exit code was 0. `said`: the end of its stderr, for what no compiler message tells.
rust_build_result rust_build_outcome(const rust_job& job, bool succeeded,
                                     const std::vector<rust_artifact>& artifacts,
                                     const std::vector<rust_build_error>& errors, std::string_view said);

// The chosen target that cargo refuses to build; null: there is none.
rust_job_target* rust_unavailable_in(rust_job& job, const rust_unavailable& one);

// A sentence on rust_build_result::left_out; "" where that is empty.
std::string rust_left_out_note(const std::vector<const rust_job_target*>& left_out);

// The commands that run the tests: one where all was built, else one for each package.
std::vector<std::vector<std::string>> rust_test_commands(const rust_job& job, bool succeeded,
                                                         const rust_build_result& built);

// "-p" for the packages of the targets.
std::vector<std::string> rust_package_arguments(const std::vector<const rust_job_target*>& targets);

}  // namespace covey::parsers
