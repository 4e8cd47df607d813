// Runs of all tests that were cut, and whether later runs have reached what they left out. Pure.
#pragma once

#include "parsers/model/finished_run.hpp"
#include <vector>

namespace covey::parsers {

// Those that are open after `run`, the one before it (`before`) among them. A run of all tests takes all away
// of its language; another one that was not cut takes a group away if as many of its tests have ended as
// were to run.
std::vector<cut_run> unreached_after(const finished_run& before, const finished_run& run);

}  // namespace covey::parsers
