// Where a program is, and who we are.
#pragma once

#include <string>
#include <string_view>

namespace covey::process {

// The first executable regular file `name` in the folders of $PATH, absolute; "" if there is none. A name
// with a slash is looked at as it is. Empty and relative entries of PATH are passed over: a run's folder must
// not supply programs.
std::string find_program(std::string_view name);

// The absolute path of the running binary.
std::string self_path();

}  // namespace covey::process
