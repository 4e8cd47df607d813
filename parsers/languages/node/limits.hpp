// How much of what a checkout holds the Node planner reads. A checkout may hold anything: each bound keeps
// planning within a fraction of a second, and the answer names the one that was reached.
#pragma once

#include <cstddef>

namespace covey::parsers::node_limits {

// Linux hands a program no longer argument: `npm test` itself cannot run a longer line.
inline constexpr std::size_t script_line = 128 * 1024;
// Of all scripts that one script comes to, read again for each call.
inline constexpr std::size_t script_bytes = 512 * 1024;
inline constexpr std::size_t commands = 1'000;  // that one script comes to
inline constexpr std::size_t depth = 32;     // scripts that call scripts, "(" and `sh -c` within each other
inline constexpr std::size_t layers = 200;   // variables and wrappers before one command
inline constexpr std::size_t managers = 16;  // `yarn pnpm exec`, of these: each looks at all words behind it
inline constexpr std::size_t scripts = 2'000;  // of one package.json: each call looks through all of them
inline constexpr std::size_t patterns = 200;   // that one command has scripts and packages named by
inline constexpr std::size_t names = 5'000;    // of dependencies, keys and workspace patterns, each
inline constexpr std::size_t package_file = 1024 * 1024;  // as much of a file as the planner is shown
inline constexpr std::size_t folders = 10'000;            // in which packages of a workspace may be
inline constexpr std::size_t packages = 400;              // of one workspace
inline constexpr std::size_t package_bytes =
    64 * 1024;                                    // of their paths: all are one argument of one question
inline constexpr std::size_t tasks = 2'000;       // that all packages' scripts come to
inline constexpr std::size_t script_files = 400;  // that are looked at because node runs them

}  // namespace covey::parsers::node_limits
