// The messages of `cargo build --message-format=json`: what was built, and what did not compile.
// doc.rust-lang.org/cargo/reference/external-tools.html
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/text/lines.hpp"
#include <boost/json/object.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct rust_artifact {
  std::string manifest;    // its package's Cargo.toml, absolute
  std::string kind;        // rust_target::kind, or "custom-build"
  std::string name;        // of the target
  std::string executable;  // absolute; "" where it has none
  bool test = false;       // compiled as a test
};

struct rust_build_error {
  std::string manifest;
  std::string kind;
  std::string name;
  std::string message;   // "cannot find value `x` in this scope [E0425]"
  location where;        // absolute, where the compiler tells
  std::string rendered;  // as rustc shows it
};

class rust_build_reader {
 public:
  // `on_text` gets what cargo would have shown on stderr; `root`: the compiler's paths are relative to it.
  rust_build_reader(std::string root, std::function<void(std::string_view)> on_text);

  void feed(std::string_view bytes);
  void finish();

  const std::vector<rust_artifact>& artifacts() const { return artifacts_; }
  // Without repetitions: a library is compiled twice, once for its own tests.
  const std::vector<rust_build_error>& errors() const { return errors_; }

 private:
  void on_line(std::string_view line);
  void on_artifact(const boost::json::object& message);
  void on_diagnostic(const boost::json::object& message);

  std::string root_;
  std::function<void(std::string_view)> on_text_;
  line_splitter lines_;
  std::vector<rust_artifact> artifacts_;
  std::vector<rust_build_error> errors_;
};

// One failure of a group for all that did not compile in it: the first error speaks, all of them are its
// output.
failure rust_build_failure(const std::vector<const rust_build_error*>& errors);

// A build script that ran and failed, from cargo's stderr: that is no compiler message.
struct rust_script_failure {
  std::string package;  // "a" of "failed to run custom build command for `a v0.1.0 (/w/a)`"
  failure why;  // placed where a panic of the script says, as printed: relative to cargo's workspace root
};

// One for each package; `said` may tell of several builds.
std::vector<rust_script_failure> rust_script_failures(std::string_view said);

// A target that was named and that cargo does not build without features, from cargo's stderr: "target `x` in
// package `p` requires the features: `a`". cargo stops there, whatever else was named.
struct rust_unavailable {
  std::string target;
  std::string package;
  std::string why;
};
std::optional<rust_unavailable> rust_unavailable_target(std::string_view said);

// What cargo itself said before anything was built, from its stderr: "error: failed to parse manifest at
// `…`".
failure cargo_failure(std::string_view said, std::string_view root);

}  // namespace covey::parsers
