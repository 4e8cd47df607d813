// What a JavaScript runtime prints when it gives up: an error's message and its stack. For runners that end
// before their report has begun.
#pragma once

#include "parsers/model/test.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// The places of a stack as V8 and JavaScriptCore print it ("    at f (file:///w/a.js:3:5)"), innermost first.
// Relative paths are resolved against `base`, if it is given.
std::vector<location> stack_places(std::string_view text, std::string_view base = {});

// The path below `root` of a file of the project itself; nothing for a file outside `root` or in
// node_modules.
std::optional<std::string> own_file(std::string_view file, std::string_view root);

// The innermost place in the project, relative to it. Line 0: there is none. A place that stands alone before
// an uncaught error is in the code that ran; a stack below it in the same file may be mapped to the source,
// and then takes precedence.
location own_place(std::string_view text, std::string_view root);

// The first line that tells of an error ("TypeError: x is not a function"), without "Error: " and what a
// runner writes in front of it; "" if no line does.
std::string error_message(std::string_view text);

// The first line that begins with "error: ", as Bun and Deno write it, without that; "" if none does.
std::string error_line(std::string_view text);

}  // namespace covey::parsers::languages::node
