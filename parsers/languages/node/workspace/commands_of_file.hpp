// Which commands run a selected file, if several commands of a workspace run tests.
#pragma once

#include "parsers/languages/node/workspace/schedule.hpp"
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// The commands that may run a file, as indices: those in the nearest folder above it. `file` is absolute.
std::vector<std::size_t> commands_near(const std::vector<scheduled_command>& schedule,
                                       const std::string& file);

// Of these, those that match its text and the arguments of their scripts. `text`: empty if unknown.
std::vector<std::size_t> commands_for(const std::vector<scheduled_command>& schedule, const std::string& file,
                                      std::string_view text);

}  // namespace covey::parsers::languages::node
