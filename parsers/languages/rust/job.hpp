// What the hidden commands `covey __cargo-test` and `covey __cargo-exec` are to do: written by the planner
// into the run's scratch folder, read by them.
#pragma once

#include "parsers/model/test_block.hpp"
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// Tests by what their source calls them; which names these are, the binary's own list says.
struct rust_pattern {
  block_name name;          // the whole of it: "tests::adds"
  bool below = false;       // also what is below the name: "tests::adds::case_1"
  std::uint32_t first = 0;  // a test whose line is known must lie in these lines; 0: anywhere
  std::uint32_t last = 0;

  friend bool operator==(const rust_pattern&, const rust_pattern&) = default;
};

// Which tests of a group run: all of it, or those named.
struct rust_choice {
  bool whole = false;
  std::set<std::string> names;
  std::vector<rust_pattern> patterns = {};

  bool empty() const { return !whole && names.empty() && patterns.empty(); }
  friend bool operator==(const rust_choice&, const rust_choice&) = default;
};

// A target with tests, or (kind "doc") the documentation tests of a library.
struct rust_job_target {
  std::string group;
  std::string kind;     // "lib", "bin", "test", "example", "bench", "doc"
  std::string name;     // of the target
  std::string source;   // absolute: its main file
  std::string package;  // "name@version", for -p
  std::string package_name;
  std::string folder;  // the package's, absolute
  bool harness = true;
  rust_choice choice;
  std::vector<std::string> needs = {};  // rust_target::needs
};

struct rust_job {
  std::string folder;   // where cargo is started: covey's workspace root
  std::string root;     // cargo's workspace root: printed paths are relative to it
  std::string version;  // cargo's
  std::string host;     // the triple the tests are built for
  std::vector<std::string>
      packages;            // the arguments that name what is built: {"--workspace"} or {"-p", "a@1.0.0", …}
  bool everything = true;  // every target of those packages; else the targets that have a choice
  std::vector<rust_job_target> targets;
  std::vector<std::string> runner;     // the user's own
  bool bootstrap = true;               // this toolchain needs RUSTC_BOOTSTRAP for libtest's JSON
  std::string profiles;                // the folder for raw coverage profiles; "": none
  std::string target_dir;              // the user's own; instrumented builds have theirs in it
  std::string wrapper;                 // the user's own RUSTC_WRAPPER; "": none
  std::vector<std::string> measuring;  // what rustc is given for crates that are measured
  bool live_profiles = false;          // these keep their counters in the profile itself
};

std::string write_rust_job(const rust_job& job);
std::optional<rust_job> read_rust_job(std::string_view text);

// What `__cargo-test` tells `__cargo-exec` of one test binary.
struct rust_binary {
  std::string group;
  std::string name;    // of the target
  std::string source;  // absolute
  bool harness = true;
  rust_choice choice;
  std::string profiles;  // a folder of its own; "": none
};

struct rust_session {
  std::string events;  // the FIFO
  std::string root;
  std::vector<std::string> runner;
  bool bootstrap = true;
  bool live_profiles = false;
  // What cargo was given for us, as it was before; nothing: it was not set.
  std::map<std::string, std::optional<std::string>, std::less<>> environment;
  std::map<std::string, rust_binary, std::less<>> binaries;  // by path
  std::vector<std::string>
      programs;  // the workspace's own, which tests may start: they are measured with them
};

std::string write_rust_session(const rust_session& session);
std::optional<rust_session> read_rust_session(std::string_view text);

}  // namespace covey::parsers
