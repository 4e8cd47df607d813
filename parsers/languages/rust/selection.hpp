// Failures of an earlier run -> what `cargo test` is to run again, and no more.
#pragma once

#include "parsers/languages/rust/job.hpp"
#include "parsers/model/test.hpp"
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

// Gives the targets their choices. A failure without a name is its whole group, and the groups that
// could not run because of it. True: a failure that no target can be named for, a bad manifest
// for instance; only the whole suite tries that again.
bool select_rust_tests(const std::vector<rerun_test>& wanted, std::vector<rust_job_target>& targets);

// The arguments of `cargo test` that build and run the targets: {"-p", "a@1.0.0", "--lib", "--test", "api"}.
std::vector<std::string> rust_target_arguments(const std::vector<const rust_job_target*>& targets);

// rustdoc splits what it is given at blanks, and takes each part as a piece of a name to run or, after
// --skip, to leave out. The arguments that come nearest to running exactly `wanted` of `all`; what runs
// besides is not reported.
std::vector<std::string> rust_doc_filters(const std::set<std::string>& wanted,
                                          const std::vector<std::string>& all);

// How many of `all` run with these filters although they are not wanted.
std::size_t rust_doc_others(const std::vector<std::string>& filters, const std::set<std::string>& wanted,
                            const std::vector<std::string>& all);

}  // namespace covey::parsers
