// Why flags are refused where a user adds them, in every language: the reason, and what to do instead.
#pragma once

#include <string_view>

namespace covey::parsers::refusals {

inline constexpr std::string_view runs_nothing = "it runs no test: leave it out";
inline constexpr std::string_view lists = "it runs no test: call list_testblocks instead";
inline constexpr std::string_view stops_early =
    "it would leave out what comes after a failure, and covey runs all to the end: leave it out";
inline constexpr std::string_view debugs = "it waits for a debugger, and nobody is there: leave it out";
inline constexpr std::string_view writes = "it writes into the project: run it in a shell";
inline constexpr std::string_view rewrites = "it rewrites the project's expected results: run it in a shell";
inline constexpr std::string_view own_coverage =
    "covey measures coverage by itself: leave it out, `coverage` switches that off";
inline constexpr std::string_view own_folder =
    "covey runs in the workspace: call activate_package for another folder";

}  // namespace covey::parsers::refusals
