// Writes a file so that it is replaced as a whole, or stays as it was.
#pragma once

#include <functional>
#include <string>

namespace covey::cli {

// `write` gets a descriptor and gives 0 or an error number, as this does. The file keeps its mode and the symbolic
// links to it; what is no regular file (/dev/stdout, a FIFO) is written to instead.
int replace_file(const std::string& path, const std::function<int(int fd)>& write);

}  // namespace covey::cli
