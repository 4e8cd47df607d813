// The tests of a Rust source file.
#pragma once

#include "parsers/languages/finder.hpp"
#include <string_view>

namespace covey::parsers::languages::rust {

// `of_library`: the file may belong to a library; only a library's documentation has tests.
file_blocks find_tests(std::string_view text, bool of_library);

}  // namespace covey::parsers::languages::rust
