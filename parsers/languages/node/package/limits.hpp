// How much of a checkout the Node planner reads. A checkout may hold anything: each bound keeps planning
// within a fraction of a second, and the answer names the bound that was reached.
#pragma once

#include <cstddef>

namespace covey::parsers::languages::node::limits {

// The longest argument that Linux passes to a program: `npm test` itself cannot run a longer line.
inline constexpr std::size_t script_line = 128 * 1024;
// Of all scripts that one script calls, counted again for each call.
inline constexpr std::size_t script_bytes = 512 * 1024;
inline constexpr std::size_t commands = 1'000;  // that one script runs, with those of the scripts it calls
inline constexpr std::size_t depth = 32;        // of nesting: scripts that call scripts, "(" and `sh -c`
inline constexpr std::size_t layers = 200;      // variables and wrappers before one command
inline constexpr std::size_t managers = 16;  // of `yarn pnpm exec`, in one command: each reads the rest of it
inline constexpr std::size_t scripts = 2'000;  // of one package.json: each call searches all of them
inline constexpr std::size_t patterns = 200;   // by which one command names scripts and packages
inline constexpr std::size_t names = 5'000;    // of dependencies, keys and workspace patterns, each
inline constexpr std::size_t package_file = 1024 * 1024;  // bytes: the planner receives no more of a file
inline constexpr std::size_t folders = 10'000;            // that may be packages of a workspace
inline constexpr std::size_t packages = 400;              // of one workspace
inline constexpr std::size_t package_bytes =
    64 * 1024;                                    // of their paths: one argument of the probe holds all
inline constexpr std::size_t scheduled = 2'000;   // that all packages' scripts come to
inline constexpr std::size_t script_files = 400;  // that are read because scripts run them with node

}  // namespace covey::parsers::languages::node::limits
