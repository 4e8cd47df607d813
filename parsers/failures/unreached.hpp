// Runs of all tests that were cut or no pass, and whether later runs have reached what they left out. Pure.
#pragma once

#include "parsers/model/finished_run.hpp"
#include <vector>

namespace covey::parsers {

// Those that are open after `run`, the one before it (`before`) among them. Only runs of its kind (language,
// `args`, `env`) take away what a run has left open: one of all tests takes all away, another one that was not cut
// takes a group away if as many of its tests have ended as were to run.
std::vector<cut_run> unreached_after(const finished_run& before, const finished_run& run);

}  // namespace covey::parsers
