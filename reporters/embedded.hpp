// The reporters, as they stand in this folder, inside the binary.
#pragma once

#include <string_view>

namespace covey::reporters {

// "python/covey_pytest.py" -> what that file holds; empty: there is no such file.
std::string_view text(std::string_view name);

}  // namespace covey::reporters
