// Finds the llvm-profdata and llvm-cov that may read the profiles of a rustc.
#pragma once

#include "parsers/languages/plan.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

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
std::vector<llvm_tools> llvm_tools_in(const std::string& folder, const std::vector<std::string>& entries);

// Most likely first: rustc's own version, then newer versions, nearest first, then older versions, nearest
// first, then one without a number. One per version and at most five, because each is tried.
std::vector<llvm_tools> ranked_llvm_tools(std::vector<llvm_tools> found, int rustc);

// The absolute folders of PATH, each once.
std::vector<std::string> folders_on_path(const variables& environment);

// What the folders hold. The first folder is the toolchain's own: its tools precede all others.
std::vector<llvm_tools> find_tools(const std::vector<std::string>& folders, const path_states& seen,
                                   int rustc);

// A regular expression for llvm-cov: the standard library, third-party crates, and what build scripts generate.
std::string ignored_sources(std::string_view target_dir);

}  // namespace covey::parsers::languages::rust
