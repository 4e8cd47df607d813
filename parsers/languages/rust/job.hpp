// The job of the hidden commands `covey __cargo-test` and `covey __cargo-exec`: the planner writes it into
// the run's scratch folder, and they read it.
#pragma once

#include "parsers/model/test_block.hpp"
#include "parsers/languages/rust/config.hpp"
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

// Selects tests by their names in the source; the binary's own list resolves it to full test names.
struct test_pattern {
  block_name name;          // the whole name: "tests::adds"
  bool below = false;       // also the names below it: "tests::adds::case_1"
  std::uint32_t first = 0;  // a test whose line is known must lie in this range; 0: anywhere
  std::uint32_t last = 0;

  friend bool operator==(const test_pattern&, const test_pattern&) = default;
};

// Which tests of a group run: the whole group, or those named.
struct chosen_tests {
  bool whole = false;
  std::set<std::string> names;
  std::vector<test_pattern> patterns = {};

  bool empty() const { return !whole && names.empty() && patterns.empty(); }
  friend bool operator==(const chosen_tests&, const chosen_tests&) = default;
};

// A target with tests, or for kind "doc" the documentation tests of a library.
struct job_target {
  std::string group;
  std::string kind;     // "lib", "bin", "test", "example", "bench", "doc"
  std::string name;     // of the target
  std::string source;   // absolute: its main file
  std::string package;  // "name@version", for -p
  std::string package_name;
  std::string folder;  // the package's, absolute
  bool harness = true;
  chosen_tests chosen;
  strings needs = {};  // package_target::needs
};

struct cargo_job {
  std::string folder;      // where cargo is started: covey's workspace root
  std::string root;        // cargo's workspace root: printed paths are relative to it
  std::string version;     // cargo's
  std::string host;        // the triple the tests are built for
  strings packages;        // the arguments that name what to build: {"--workspace"} or {"-p", "a@1.0.0", …}
  bool everything = true;  // every target of those packages; else only targets with `chosen` tests
  strings kinds = {};      // the user's words for the kinds of targets, with `everything`; empty: cargo's own
  std::vector<job_target> targets;
  strings build = {};          // the user's words for every cargo command
  strings binaries = {};       // and for every test binary
  strings runner;              // the user's own
  bool bootstrap = true;       // this toolchain needs RUSTC_BOOTSTRAP for libtest's JSON
  std::string profiles;        // the folder for raw coverage profiles; "": none
  std::string target_dir;      // the user's own; instrumented builds use a folder in it
  std::string wrapper;         // the user's own RUSTC_WRAPPER; "": none
  strings measuring;           // the flags that make rustc instrument a crate
  bool live_profiles = false;  // instrumented code keeps its counters in the profile file itself
};

std::string write_job(const cargo_job& job);
std::optional<cargo_job> read_job(std::string_view text);

// What `__cargo-test` tells `__cargo-exec` of one test binary.
struct session_binary {
  std::string group;
  std::string name;    // of the target
  std::string source;  // absolute
  bool harness = true;
  chosen_tests chosen;
  std::string profiles;  // a folder of its own; "": none
};

struct cargo_session {
  std::string events;  // the FIFO
  std::string root;
  strings runner;
  bool bootstrap = true;
  bool live_profiles = false;
  // The variables that covey set for cargo, with their previous values; nullopt: it was not set.
  std::map<std::string, std::optional<std::string>, std::less<>> environment;
  std::map<std::string, session_binary, std::less<>> binaries;  // by path
  strings programs;  // the workspace's binaries; tests may start them, so coverage includes them
};

std::string write_session(const cargo_session& session);
std::optional<cargo_session> read_session(std::string_view text);

}  // namespace covey::parsers::languages::rust
