// Reads files and streams up to a limit, and writes all of what they are to hold.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace covey::process {

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
