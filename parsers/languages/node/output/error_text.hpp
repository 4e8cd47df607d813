// What a JavaScript runtime prints when it gives up, an error's message and its stack, and what compilers and linters print.
// For runners that end before their report has begun, and for steps.
#pragma once

#include "parsers/events/event_output.hpp"
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

// The failure that a runner told of itself; none without a message.
std::vector<failure> failure_of_runner(std::string_view runner, std::string message, std::string_view said,
                                       std::string_view root);

// For jest and vitest, which end before their reporter is loaded if their configuration does not load. `folder`: absolute, where
// the runner was started. Nothing if tests had begun, because the output may then be the tests' own; errors that end jest after
// its tests are still reported.
std::vector<failure> diagnose_startup(const printed_text& said, std::string_view folder,
                                      std::string_view root, std::string_view runner);

// Of a command that runs beside the tests: a compiler's and a linter's errors with their places, else its output.
// `name`: of the command; `is_check`: of linters and their like. At least one failure, of kind `error`.
std::vector<failure> step_failures(std::string_view name, std::string_view out, std::string_view err,
                                   const run_ending& ending, std::string_view folder, std::string_view root,
                                   bool is_check = false);

}  // namespace covey::parsers::languages::node
