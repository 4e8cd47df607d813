// Failures of an earlier run -> the tests that `cargo test` runs again, and only those.
#pragma once

#include "parsers/languages/rust/job.hpp"
#include "parsers/model/test.hpp"
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::rust {

// Sets `chosen` of the targets. A failure without a name selects its whole group and the groups that could
// not run because of it. True: a failure belongs to no target, for example a bad manifest; only a run of the
// whole suite retries it.
bool select_rerun(const std::vector<rerun_test>& wanted, std::vector<job_target>& targets);

// Those of `wanted` that may report something: an example or a build script that did not compile has no tests, and is
// mended once it compiles.
std::vector<rerun_test> awaited(const std::vector<rerun_test>& wanted,
                                const std::vector<job_target>& targets);

// The arguments of `cargo test` that build and run the targets: {"-p", "a@1.0.0", "--lib", "--test", "api"}.
std::vector<std::string> target_arguments(const std::vector<const job_target*>& targets);

// The arguments that come nearest to running exactly `wanted` of `all`; other tests that run are not
// reported. rustdoc splits its arguments at blanks, and takes each word as a part of the names to run or,
// after --skip, to leave out.
std::vector<std::string> doc_filters(const std::set<std::string>& wanted,
                                     const std::vector<std::string>& all);

// How many tests of `all` run with these filters without being in `wanted`.
std::size_t count_doc_others(const std::vector<std::string>& filters, const std::set<std::string>& wanted,
                             const std::vector<std::string>& all);

}  // namespace covey::parsers::languages::rust
