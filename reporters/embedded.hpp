// The reporters, as they stand in this folder, inside the binary.
#pragma once

#include <string_view>
#include <vector>

namespace covey::reporters {

// "python/covey_pytest.py" -> what that file holds; empty: there is no such file.
std::string_view text(std::string_view name);

struct embedded_file {
  std::string_view name;  // without the folder
  std::string_view text;
};

// All files of "python", in the order of their names.
std::vector<embedded_file> files(std::string_view folder);

}  // namespace covey::reporters
