// A run's scratch folder in the system's temp directory: coverage files, the runner's own temp files.
#pragma once

#include <boost/system/result.hpp>
#include <string>

namespace covey::process {

// Removed with everything in it when it goes out of scope. Its descriptor is locked (flock) as long as its
// server lives; make() also removes folders that dead servers left behind.
class scratch {
 public:
  // In scratch_directory(); mode 0700. Errors are the system's.
  static boost::system::result<scratch> make();

  scratch(scratch&& other) noexcept;
  scratch& operator=(scratch&& other) noexcept;
  ~scratch();

  const std::string& path() const { return path_; }

 private:
  scratch(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::string path_;
  int lock_ = -1;
};

// $TMPDIR if that is absolute, else /tmp.
std::string temp_directory();

// Where scratch folders are made: the temp directory, or /tmp if its name holds a ':', which separates the
// folders of PYTHONPATH and similar variables and cannot be escaped there.
std::string scratch_directory();

// Called by the guard when the server has died. Ignores paths that make() cannot have made.
void remove_scratch(const std::string& path);

}  // namespace covey::process
