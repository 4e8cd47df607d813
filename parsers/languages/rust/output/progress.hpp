// The progress of a cargo build, from cargo's stderr: "   Compiling serde v1.0.1".
#pragma once

#include "parsers/languages/rust/output/build.hpp"
#include "parsers/text/lines.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

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
