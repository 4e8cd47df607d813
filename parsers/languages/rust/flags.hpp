// The words that users add to `cargo test`: before `--` for cargo, behind it for the test binaries.
// Source: `cargo test --help` (1.95), `cargo test -- --help` (libtest).
#pragma once

#include "parsers/languages/added_flags.hpp"
#include "parsers/languages/rust/workspace.hpp"
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

extern const flag_table cargo_flags;
extern const flag_table libtest_flags;

// Why a word is refused, as a sentence; empty: all are passed on.
std::string refusal_of(std::span<const added_word> words);

// The words by what becomes of them.
struct cargo_words {
  strings build = {};                     // for every cargo command: "--release"
  strings binaries = {};                  // for every test binary, and for rustdoc's: "--ignored"
  std::vector<added_word> packages = {};  // of -p, as it is written; empty: all
  strings excluded = {};
  strings kinds = {};            // of targets, as they are written: "--lib", "--doc", "--all-targets"
  strings targets = {};          // "test cart", "bin shop*"
  bool whole_workspace = false;  // it was said

  bool picks_targets() const { return !kinds.empty() || !targets.empty(); }
  bool picks(const package_target& target) const;
  bool picks_docs() const { return !picks_targets() || has_kind("--doc"); }
  bool has_kind(std::string_view flag) const;
  // The words that choose targets but --doc, where some choose kinds: cargo leaves out what lacks a feature. Else empty.
  strings kinds_of_tests() const;
  bool has_package(std::string_view name, std::string_view version) const;
};

// A flag of libtest's counts as one wherever it stands.
cargo_words read_added(const run_settings& added);

}  // namespace covey::parsers::languages::rust
