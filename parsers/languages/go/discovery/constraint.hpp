// Files that a usual build leaves out: `//go:build` lines, and names such as cart_windows_test.go.
#pragma once

#include <string>
#include <string_view>

namespace covey::parsers::languages::go {

// A sentence that says why the file is not built here; "" if it is built. Only the tags that every build on
// this system sets count as set.
std::string build_note(std::string_view path, std::string_view text);

}  // namespace covey::parsers::languages::go
