// cargo's own configuration, as far as covey has to step into it:
// doc.rust-lang.org/cargo/reference/config.html.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

using strings = std::vector<std::string>;
using variables = std::map<std::string, std::string, std::less<>>;

// What stands between the blanks.
strings words_of(std::string_view text);

// The absolute paths of the configuration files for a command in `root`, strongest first. If a folder has
// both names, cargo reads the one without an extension.
strings cargo_config_files(std::string_view root, const variables& environment);

struct cargo_config {
  std::string target;   // build.target: the triple to build for; "": the host
  strings runner;       // the user's own, with its arguments; empty: none
  std::string wrapper;  // the user's own RUSTC_WRAPPER
};

// `files`: the texts of those cargo_config_files that exist, in the same order. Environment variables
// override them.
cargo_config read_cargo_config(const strings& files, const variables& environment, std::string_view host);

// "x86_64-unknown-linux-gnu", "runner" -> "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER"
std::string cargo_target_variable(std::string_view triple, std::string_view key);

// The flags that instrument a crate for coverage on `triple`. If the counters live in the profile file
// itself, the profile is complete however the process ends.
struct measuring_flags {
  strings flags;  // for rustc
  bool live_profiles = false;
};
measuring_flags measuring_flags_for(std::string_view triple);

// Whether this rustc call compiles a crate to instrument: a crate below `root`, except build scripts and
// procedural macros, which run within cargo. `name` and `folder`: CARGO_CRATE_NAME and CARGO_MANIFEST_DIR.
bool is_measured_crate(const strings& rustc, std::string_view name, std::string_view folder,
                       std::string_view root);

// Whether a crate's sources lie outside `root`. `dep_info`: the text of the `.d` file that rustc writes.
bool is_foreign_crate(std::string_view dep_info, std::string_view root);

}  // namespace covey::parsers::languages::rust
