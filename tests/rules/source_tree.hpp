// The files of this project, for the rules about them.
#pragma once

#include <string>
#include <vector>

namespace covey::testing {

struct source_file {
  std::string path;  // relative to the project's root
  std::vector<std::string> lines;

  bool is_below(const std::string& folder) const { return path.rfind(folder + "/", 0) == 0; }
  bool has_extension(const std::string& extension) const;
  // The names in its #include lines, in their order.
  std::vector<std::string> includes() const;
};

// The folders of the program itself.
inline const std::vector<std::string> product_folders = {"actors",  "cli",      "parsers",
                                                         "process", "protocol", "shims"};

bool is_product(const source_file& file);

// Every text file that is ours: no build folders, no version control, nothing that was recorded from a
// runner.
std::vector<source_file> project_files();

// The C++ files among them.
std::vector<source_file> cpp_files();

}  // namespace covey::testing
