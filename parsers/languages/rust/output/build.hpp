// The messages of `cargo build --message-format=json`: what was built, and what failed to compile.
// doc.rust-lang.org/cargo/reference/external-tools.html
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/text/streams.hpp"
#include <boost/json/object.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

struct built_artifact {
  std::string manifest;    // its package's Cargo.toml, absolute
  std::string kind;        // package_target::kind, or "custom-build"
  std::string name;        // of the target
  std::string executable;  // absolute; "" if it has none
  bool test = false;       // compiled as a test
};

struct build_error {
  std::string manifest;
  std::string kind;
  std::string name;
  std::string message;   // "cannot find value `x` in this scope [E0425]"
  location where;        // absolute; empty if the compiler names no place
  std::string rendered;  // as rustc shows it
};

class build_reader {
 public:
  // `on_text` gets what cargo would have printed on stderr; `root`: the compiler's paths are relative to it.
  build_reader(std::string root, std::function<void(std::string_view)> on_text);

  void feed(std::string_view bytes);
  void finish();

  const std::vector<built_artifact>& artifacts() const { return artifacts_; }
  // Without duplicates: a library is compiled twice, once of these for its own tests.
  const std::vector<build_error>& errors() const { return errors_; }

 private:
  void on_line(std::string_view line);
  void on_artifact(const boost::json::object& message);
  void on_diagnostic(const boost::json::object& message);

  std::string root_;
  std::function<void(std::string_view)> on_text_;
  line_splitter lines_;
  std::vector<built_artifact> artifacts_;
  std::vector<build_error> errors_;
};

// One failure for all compile errors of a group: the first error is its message, all of them are its output.
failure build_failure(const std::vector<const build_error*>& errors);

// A build script that ran and failed, from cargo's stderr: cargo sends no compiler message for it.
struct script_failure {
  std::string package;  // "a" of "failed to run custom build command for `a v0.1.0 (/w/a)`"
  failure why;  // its place is that of the script's panic, as printed: relative to cargo's workspace root
};

// One per package; `said` may hold the output of several builds.
std::vector<script_failure> script_failures(std::string_view said);

// A named target that cargo refuses to build without certain features, from cargo's stderr: "target `x` in
// package `p` requires the features: `a`". cargo then builds no other target either.
struct unavailable_target {
  std::string target;
  std::string package;
  std::string why;
};
std::optional<unavailable_target> read_unavailable(std::string_view said);

// An error of cargo itself, before it built anything, from its stderr: "error: failed to parse manifest at
// `…`".
failure cargo_failure(std::string_view said, std::string_view root);

// The progress of a cargo build, from cargo's stderr: "   Compiling serde v1.0.1".

class build_progress {
 public:
  // True: text() has changed.
  bool feed(std::string_view said);
  // Removes built artifacts from the packages being compiled.
  void note_built(const std::vector<built_artifact>& artifacts);

  // "compiling serde v1.0.1, a v0.1.0 (/w/a)", else cargo's last status: "Blocking waiting for file lock on
  // build directory". "" before the first status.
  std::string text() const;

 private:
  void on_line(std::string_view raw);

  line_splitter lines_{64 * 1024};
  std::vector<std::string> compiling_;
  std::string doing_;
  std::size_t seen_artifacts_ = 0;
  bool changed_ = false;
};

}  // namespace covey::parsers::languages::rust
