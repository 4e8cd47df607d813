// Why a run that was asked for has no results.
#pragma once

#include "actors/errors.hpp"
#include <string>

namespace covey::actors {

// The end of a sentence: "node: not found on PATH", "could not start …".
std::string why_not_run(const caf::error& error);

}  // namespace covey::actors
