// Classifies the commands of a test script that are no runner covey reads.
#pragma once

#include "parsers/languages/node/package/package_facts.hpp"
#include "parsers/languages/node/script/script_command.hpp"
#include <string_view>

namespace covey::parsers::languages::node {

// Inspects the sources or a coverage report: linters, formatters, type checks, uploads. It decides nothing
// about a test, and may write into the project (`eslint --fix`).
bool is_check(const script_command& command);

// The name of a test runner that covey does not read ("tape"); "": the command is no such runner.
std::string_view unread_runner(const script_command& command);

// Likewise, by a project's dependencies or configuration files.
std::string_view unread_runner_of(const package_facts& project);

// By its words, it ends or removes what the tests or something before them has made: `docker compose down`, `npm run db:stop`.
bool cleans_up(const script_command& command);

}  // namespace covey::parsers::languages::node
