// cargo's own configuration, as far as covey has to step into it:
// doc.rust-lang.org/cargo/reference/config.html.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

using variables = std::map<std::string, std::string, std::less<>>;

// The places of configuration for a command in `root`, the strongest first; absolute. Of the two names in one
// folder cargo takes the one without an ending.
std::vector<std::string> cargo_config_files(std::string_view root, const variables& environment);

struct cargo_config {
  std::string target;               // build.target: the triple that is built for; "": the host
  std::vector<std::string> runner;  // the user's own, with its arguments; empty: none
  std::string wrapper;              // the user's own RUSTC_WRAPPER
};

// `files`: the texts of what is there of cargo_config_files, in their order. Environment variables are
// stronger.
cargo_config read_cargo_config(const std::vector<std::string>& files, const variables& environment,
                               std::string_view host);

// "x86_64-unknown-linux-gnu", "runner" -> "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER"
std::string cargo_target_variable(std::string_view triple, std::string_view key);

// How a crate's lines are measured in code for `triple`. Where the counters can live in the profile's file
// itself, what a process ran is known however it ended.
struct rust_measuring {
  std::vector<std::string> flags;  // of rustc
  bool live_profiles = false;
};
rust_measuring rust_measuring_for(std::string_view triple);

// Whether a call of rustc compiles a crate whose lines are measured: one below `root`, and no build script or
// macro, which run within cargo. `name` and `folder` are cargo's CARGO_CRATE_NAME and CARGO_MANIFEST_DIR.
bool is_measured_crate(const std::vector<std::string>& rustc, std::string_view name, std::string_view folder,
                       std::string_view root);

// What rustc says of a crate's sources in its `.d` file: whether they lie outside of `root`.
bool is_foreign_crate(std::string_view dep_info, std::string_view root);

}  // namespace covey::parsers
