// Where a cargo build is, from what cargo says on stderr: "   Compiling serde v1.0.1".
#pragma once

#include "parsers/languages/rust/output/build.hpp"
#include "parsers/text/lines.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

class rust_build_progress {
 public:
  // True: text() has changed.
  bool feed(std::string_view said);
  // What has been built meanwhile is not being compiled any more.
  void note_built(const std::vector<rust_artifact>& artifacts);

  // "compiling serde v1.0.1, a v0.1.0 (/w/a)", else the last thing that cargo said it does: "Blocking waiting
  // for file lock on build directory". "" before that.
  std::string text() const;

 private:
  void on_line(std::string_view line);

  line_splitter lines_{64 * 1024};
  std::vector<std::string> compiling_;
  std::string doing_;
  std::size_t seen_artifacts_ = 0;
  bool changed_ = false;
};

}  // namespace covey::parsers
