// What a runner's own output says of a run's failures.
#pragma once

#include "parsers/model/finished_run.hpp"
#include <cstddef>
#include <string>
#include <vector>

namespace covey::protocol {

// Failures that covey found but the runner did not print, one line each.
std::vector<std::string> unsaid_failures(const parsers::finished_run& run);

// Whether it is for people, short and complete, and tells why tests failed.
bool is_readable(const parsers::finished_run& run, std::size_t bytes);

}  // namespace covey::protocol
