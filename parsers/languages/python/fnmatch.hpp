// Python's fnmatch: `*` and `?` stand for any characters, a slash too; [abc], [a-z], [!abc].
#pragma once

#include <string_view>

namespace covey::parsers {

bool fnmatch(std::string_view text, std::string_view pattern);

}  // namespace covey::parsers
