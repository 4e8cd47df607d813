// What `cargo metadata --no-deps` says of a workspace: its packages, and the targets that hold tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct rust_target {
  std::string kind;  // as on cargo's command line: "lib", "bin", "test", "example", "bench"
  std::string name;
  std::string source;  // absolute
  bool tests = true;   // it is a part of `cargo test`
  bool doc_tests = false;
  bool harness = true;                  // false: its main function is the test
  std::vector<std::string> needs = {};  // features that it requires, and its package's defaults do not enable
};

struct rust_package {
  std::string name;
  std::string version;
  std::string folder;  // absolute
  std::vector<rust_target> targets;
  bool is_default = true;  // `cargo test` by itself runs it
};

struct rust_workspace {
  std::string root;  // cargo's, absolute: paths in messages are relative to it
  std::string target_dir;
  std::vector<rust_package> packages;  // its members

  const rust_package* package_of(std::string_view manifest) const;  // by the path of its Cargo.toml
  const rust_package* find(std::string_view name) const;
};

// Nothing but empty members where the text is no such answer.
rust_workspace read_rust_metadata(std::string_view text);

// Marks the targets that the manifest gives `harness = false`: metadata does not tell.
void mark_own_harness(rust_package& package, std::string_view manifest);

// cargo's "kind" of a target -> rust_target::kind; "" for one that holds no tests (a build script).
std::string rust_target_kind(std::string_view kind);

// The group of a target's tests, as cargo-nextest names a binary: "pkg" for a library, "pkg::name" for
// tests/name.rs, "pkg::bin/name" and so on for the others.
std::string rust_group(std::string_view package, std::string_view kind, std::string_view target);

// "pkg (doc)"
std::string rust_doc_group(std::string_view package);

}  // namespace covey::parsers
