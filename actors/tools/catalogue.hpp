// All tools, in the order in which clients see them.
#pragma once

#include "actors/tool.hpp"
#include <span>
#include <string>
#include <vector>

namespace covey::actors {

std::span<const tool* const> tools();

// The tools with these names, in the catalogue's order. "core" stands for the tools an agent needs every day;
// "all", or an empty list, for all of them.
std::vector<const tool*> tools(std::span<const std::string> names);

// The first name that is not a tool's; empty if all are.
std::string unknown_tool(std::span<const std::string> names);

std::vector<const protocol::tool_description*> tool_descriptions();

}  // namespace covey::actors
