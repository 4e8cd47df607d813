// The path of this program that an entry in a client's file can name.
#pragma once

#include <string>

namespace covey::cli {

struct lasting_program {
  std::string path;     // absolute
  std::string problem;  // why there is none; else empty
  bool copied = false;  // to there, since it ran out of a cache that npm or uv empties
};

// `write`: whether it may be copied; else it is where it would be.
lasting_program find_lasting_program(bool write);

}  // namespace covey::cli
