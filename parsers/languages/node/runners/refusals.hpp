// Why flags of Node's runners are refused where a user adds them. In scripts they are left out: covey decides on them.
#pragma once

#include "parsers/languages/added_flags.hpp"
#include <string_view>

namespace covey::parsers::languages::node::refusals {

using namespace parsers::refusals;

inline constexpr std::string_view own_report =
    "covey reads the results by a reporter of its own: leave it out, `output` raw shows what the runner prints";
inline constexpr std::string_view own_flag = "covey sets it by itself: leave it out";
inline constexpr std::string_view own_choice =
    "it chooses by what failed or changed before, and covey knows what failed: call run_failing_tests instead";
inline constexpr std::string_view watches = "it would run for ever: leave it out";
inline constexpr std::string_view hides = "it would make a red run green: leave it out";

}  // namespace covey::parsers::languages::node::refusals
