// Writes a file so that it is replaced as a whole, or stays as it was.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace covey::cli {

// `write` gets a descriptor and gives 0 or an error number, as this does. The file keeps its mode and the symbolic
// links to it; what is no regular file (/dev/stdout, a FIFO) is written to instead.
int replace_file(const std::string& path, const std::function<int(int fd)>& write);

// Writes all of it: 0, or the error number.
int write_fully(int fd, std::string_view bytes);

}  // namespace covey::cli
