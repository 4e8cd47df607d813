// All tools, in the order in which clients see them.
#pragma once

#include "actors/tool.hpp"
#include <span>
#include <string>
#include <vector>

namespace covey::actors {

std::span<const tool* const> tools();

// Those of the names, in the catalogue's order; "core" names what an agent needs every day, "all" or no name
// all of them.
std::vector<const tool*> tools(std::span<const std::string> names);

// The first of the names that is none; empty: all are.
std::string unknown_tool(std::span<const std::string> names);

std::vector<const protocol::tool_description*> tool_descriptions();

}  // namespace covey::actors
