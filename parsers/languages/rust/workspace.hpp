// What `cargo metadata --no-deps` says about a workspace: its packages, and the targets that hold tests.
// And the llvm-profdata and llvm-cov that may read the profiles of its rustc.
#pragma once

#include "parsers/languages/plan.hpp"
#include "parsers/languages/rust/config.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

struct package_target {
  std::string kind = {};  // as on cargo's command line: "lib", "bin", "test", "example", "bench"
  std::string name = {};
  std::string source = {};  // absolute
  bool tests = true;        // `cargo test` runs its tests
  bool benches = true;      // `cargo bench` runs it, and `cargo test --benches`
  bool doc_tests = false;
  bool harness = true;  // false: its main function is the test
  strings needs = {};   // required features that are off by default in its package
};

struct workspace_package {
  std::string name;
  std::string version;
  std::string folder;  // absolute
  std::vector<package_target> targets;
  bool is_default = true;  // plain `cargo test` runs it
};

struct cargo_workspace {
  std::string root;  // cargo's, absolute: paths in messages are relative to it
  std::string target_dir;
  std::vector<workspace_package> packages;  // its members
};

// "a, b and 3 more"
std::string listed(const strings& names, std::size_t max);

// All members are empty if the text is not cargo's metadata.
cargo_workspace read_metadata(std::string_view text);

// Reads `harness` and `bench` of the targets in the manifest: cargo metadata does not report them.
void read_marks(workspace_package& package, std::string_view manifest);

// cargo's "kind" of a target -> package_target::kind; "" for one that holds no tests (a build script).
std::string target_kind(std::string_view kind);

// The group of a target's tests, as cargo-nextest names a binary: "pkg" for a library, "pkg::name" for
// tests/name.rs, "pkg::bin/name" and so on for the others.
std::string group_name(std::string_view package, std::string_view kind, std::string_view target);

// "pkg (doc)"
std::string doc_group(std::string_view package);

// `rustc -vV`
struct rustc_version {
  std::string release;  // "1.95.0"
  std::string host;     // "x86_64-unknown-linux-gnu"
  int llvm = 0;         // major; 0: unknown
  bool nightly = false;
};

rustc_version read_rustc_version(std::string_view text);

struct llvm_tools {
  std::string profdata;
  std::string cov;
  int version = 0;  // major, from the name; 0: unknown
};

// The tools in a folder of PATH: "llvm-profdata-19" with "llvm-cov-19", or both without a number.
std::vector<llvm_tools> llvm_tools_in(const std::string& folder, const strings& entries);

// Most likely first: rustc's own version, then newer versions, nearest first, then older versions, nearest
// first, then one without a number. One per version and at most five, because each is tried.
std::vector<llvm_tools> ranked_llvm_tools(std::vector<llvm_tools> found, int rustc);

// The absolute folders of PATH, each once.
strings folders_on_path(const variables& environment);

// What the folders hold. The first folder is the toolchain's own: its tools precede all others.
std::vector<llvm_tools> find_tools(const strings& folders, const path_states& seen, int rustc);

// A regular expression for llvm-cov: the standard library, third-party crates, and what build scripts generate.
std::string ignored_sources(std::string_view target_dir);

}  // namespace covey::parsers::languages::rust
