// Paths of programs and of this binary.
#pragma once

#include <string>
#include <string_view>

namespace covey::process {

// The first executable regular file `name` in the folders of $PATH, absolute; "" if there is none. A name
// with a slash is used as a path. Empty and relative entries of PATH are skipped: a run's folder must not
// supply programs.
std::string find_program(std::string_view name);

// The absolute path of the running binary.
std::string self_path();

}  // namespace covey::process
