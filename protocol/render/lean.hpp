// Leaves out of a structured half what says nothing.
#pragma once

#include "protocol/json.hpp"
#include <initializer_list>
#include <string_view>

namespace covey::protocol {

// Drops the members that are zero, false or empty, in objects within it too, but for those named. Lists are left as
// they are.
void drop_empty(json::object& from, std::initializer_list<std::string_view> but = {});

}  // namespace covey::protocol
