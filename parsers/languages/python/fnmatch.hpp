// Python's fnmatch: `*` and `?` match any characters, including a slash; [abc], [a-z], [!abc].
#pragma once

#include <string_view>

namespace covey::parsers::languages::python {

bool fnmatch(std::string_view text, std::string_view pattern);

}  // namespace covey::parsers::languages::python
