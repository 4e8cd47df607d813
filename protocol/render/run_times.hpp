// Where the time of a run went.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/json.hpp"
#include <string>

namespace covey::protocol {

// "31 s: build 12, tests 9, coverage 10"; empty if it took less than 10 s, or all of it one of these.
std::string times_line(const parsers::finished_run& run);

// The same as the member `time_s`.
void add_times(json::object& out, const parsers::finished_run& run);

}  // namespace covey::protocol
