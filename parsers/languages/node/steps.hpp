// What a command of a test script is that is no runner covey reads.
#pragma once

#include "parsers/languages/node/project.hpp"
#include "parsers/languages/node/script.hpp"
#include <string_view>

namespace covey::parsers {

// A look at the sources or at a coverage report: linters, formatters, type checks, uploads. It decides
// nothing about a test, and may write into the project (`eslint --fix`).
bool is_check(const node_script& command);

// The name of a test runner that covey does not read ("ava"); "": it is none.
std::string_view unread_runner(const node_script& command);

// Likewise of a project's dependency or configuration file.
std::string_view unread_runner_of(const node_project& project);

// Does nothing that the tests could see: echo, true, exit 0.
bool is_nothing(const node_script& command);

}  // namespace covey::parsers
