// A folder of one test, and what lies in folders.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::testing {

// Made empty in the system's temp directory; removed with everything in it.
class temp_dir {
 public:
  temp_dir();
  ~temp_dir();
  temp_dir(const temp_dir&) = delete;
  temp_dir& operator=(const temp_dir&) = delete;

  const std::string& path() const { return path_; }  // absolute, without symbolic links
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string{name}; }

 private:
  std::string path_;
};

using file_map = std::map<std::string, std::string>;  // path relative to a folder -> contents

void write_file(const std::string& path, std::string_view contents);  // makes the folders above it
void write_files(const std::string& folder, const file_map& files);
std::string read_file(const std::string& path);  // "" if it cannot be read
std::vector<std::string> lines_of(const std::string& path);

// Everything below a folder, each entry with its type, mode, time of last change and contents. Two equal
// snapshots mean that nothing was written in between.
file_map snapshot_of(const std::string& folder);

// The names directly in a folder, sorted.
std::vector<std::string> entries_of(const std::string& folder);

}  // namespace covey::testing
