// The tests of a Rust source file.
#pragma once

#include "parsers/languages/finder.hpp"
#include <string_view>

namespace covey::parsers {

// `of_library`: the file can be a part of a library, whose documentation has tests.
file_blocks find_rust_tests(std::string_view text, bool of_library);

}  // namespace covey::parsers
