// All tools, in the order in which clients see them.
#pragma once

#include "actors/tools/tool.hpp"
#include <span>
#include <vector>

namespace covey::actors {

std::span<const tool* const> tools();

std::vector<const protocol::tool_description*> tool_descriptions();

}  // namespace covey::actors
