// What a JavaScript runtime prints when it gives up: an error's message and its stack. For runners that end
// before their report has begun.
#pragma once

#include "parsers/model/test.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// The places of a stack as V8 and JavaScriptCore print it ("    at f (file:///w/a.js:3:5)"), innermost first.
// Relative ones are of `base`, where it is given.
std::vector<location> stack_places(std::string_view text, std::string_view base = {});

// Whether covey's reader calls a file the project's own: below `root`, outside of node_modules. Its path
// there.
std::optional<std::string> own_file(std::string_view file, std::string_view root);

// The innermost place in the project; relative to it. Line 0: there is none. The place that stands alone
// before what nobody caught is of the code that ran; the stack below it may be mapped to the source, and then
// goes before it.
location own_place(std::string_view text, std::string_view root);

// The first line that tells of an error ("TypeError: x is not a function"), without "Error: " and what a
// runner writes in front of it; "" if no line does.
std::string error_message(std::string_view text);

}  // namespace covey::parsers
