// A module's text -> its tests.
#pragma once

#include "parsers/languages/finder.hpp"
#include "parsers/languages/python/config.hpp"
#include <string_view>

namespace covey::parsers::languages::python {

inline constexpr std::string_view doctest_prompt = ">>> ";

// `read`: reads modules that the file's classes may inherit tests from; may be empty.
file_blocks read_blocks(std::string_view path, std::string_view text, const pytest_config& settings,
                        const source_reader& read);

}  // namespace covey::parsers::languages::python
