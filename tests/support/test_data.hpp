// Recordings, small projects and trees: tests/languages/*/{recordings,projects,listing} and tests/fixtures, archives unpacked.
#pragma once

#include <filesystem>

namespace covey::testing {

// The build unpacks them beside the program (cmake/TestData.cmake); paths below are those below tests/.
inline std::filesystem::path test_data() {
  return std::filesystem::path{COVEY_BINARY}.parent_path() / "tests/data";
}

}  // namespace covey::testing
