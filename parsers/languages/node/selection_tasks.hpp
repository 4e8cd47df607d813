// Whose tests a picked file holds, where a workspace has several tasks that run tests.
#pragma once

#include "parsers/languages/node/tasks.hpp"
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// The tasks that may run a file, by their places: those in the nearest folder above it. `file` is absolute.
std::vector<std::size_t> tasks_near(const std::vector<node_task>& tasks, const std::string& file);

// Of these, those that its text and the arguments of their scripts speak for. `text` may be empty: not known.
std::vector<std::size_t> tasks_for(const std::vector<node_task>& tasks, const std::string& file,
                                   std::string_view text);

}  // namespace covey::parsers
