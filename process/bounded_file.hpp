// Open files: what closes them, reads up to a limit, and writes all of what they are to hold.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace covey::process {

// Closes what it holds.
class descriptor {
 public:
  explicit descriptor(int fd = -1) : fd_(fd) {}
  descriptor(descriptor&& other) noexcept : fd_(other.release()) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~descriptor() { close(); }

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }
  void close() {
    if (fd_ >= 0) ::close(release());
  }

 private:
  int fd_;
};

struct file_text {
  std::string text;  // at most the limit: who has to know whether there was more asks for one byte more
  int error = 0;     // errno: why the text is not all of that
};

file_text read_up_to(int fd, std::size_t limit);

// A regular file, of what else there may be EISDIR. Never blocks.
file_text read_file(const std::string& path, std::size_t limit = std::string::npos);

// 0, or the error number.
int write_fully(int fd, std::string_view bytes);

}  // namespace covey::process
