// Why flags of Node's runners are refused where a user adds them. In scripts they are left out: covey decides on them.
#pragma once

#include <string_view>

namespace covey::parsers::languages::node::refusals {

inline constexpr std::string_view own_report =
    "covey reads the results by a reporter of its own: leave it out, `output` raw shows what the runner prints";
inline constexpr std::string_view own_flag = "covey sets it by itself: leave it out";
inline constexpr std::string_view own_coverage =
    "covey measures coverage by itself: leave it out, `coverage` switches that off";
inline constexpr std::string_view own_choice =
    "it chooses by what failed or changed before, and covey knows what failed: call run_failing_tests instead";
inline constexpr std::string_view watches = "it would run for ever: leave it out";
inline constexpr std::string_view stops_early =
    "it would leave out what comes after a failure, and covey runs all to the end: leave it out";
inline constexpr std::string_view lists = "it runs no test: call list_testblocks or `covey doctor` instead";
inline constexpr std::string_view rewrites = "it rewrites the project's expected results: run it in a shell";
inline constexpr std::string_view writes = "it writes into the project: run it in a shell";
inline constexpr std::string_view debugs = "it waits for a debugger, and nobody is there: leave it out";
inline constexpr std::string_view runs_nothing = "it runs no test: leave it out";
inline constexpr std::string_view hides = "it would make a red run green: leave it out";

}  // namespace covey::parsers::languages::node::refusals
