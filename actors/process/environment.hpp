// The environment of what we start.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::process {

// Every process of a run carries this variable; its value names the run.
constexpr std::string_view run_marker = "COVEY_RUN";

// Our own environment, KEY=VALUE, with `set` on top.
std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& set);

}  // namespace covey::process
