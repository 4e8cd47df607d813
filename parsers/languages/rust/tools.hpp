// The llvm-profdata and llvm-cov that may read what a rustc writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// `rustc -vV`
struct rustc_version {
  std::string release;  // "1.95.0"
  std::string host;     // "x86_64-unknown-linux-gnu"
  int llvm = 0;         // major; 0: not known
  bool nightly = false;
};

rustc_version read_rustc_version(std::string_view text);

struct llvm_tools {
  std::string profdata;
  std::string cov;
  int version = 0;  // major, from the name; 0: not known
};

// What a folder of PATH holds: "llvm-profdata-19" with "llvm-cov-19", or without a number.
std::vector<llvm_tools> llvm_tools_in(const std::string& folder, const std::vector<std::string>& entries);

// The likely ones first: of rustc's own version, then newer ones from the nearest, then older ones from the
// nearest, then one without a number. One of each version and at most five: each is tried.
std::vector<llvm_tools> ranked_llvm_tools(std::vector<llvm_tools> found, int rustc);

}  // namespace covey::parsers
