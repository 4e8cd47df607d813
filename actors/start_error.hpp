// Why a command could not be started.
#pragma once

#include "actors/errors.hpp"
#include <string>

namespace covey::actors {

// `number`: an errno, or process::own_program_unknown.
caf::error start_error(const std::string& program, const std::string& folder, int number);

}  // namespace covey::actors
