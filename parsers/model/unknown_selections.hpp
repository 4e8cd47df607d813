// Tests that a caller selected by their exact names, but that do not exist.
#pragma once

#include "parsers/model/run.hpp"
#include "parsers/model/run_target.hpp"
#include <vector>

namespace covey::parsers {

// Each becomes an error of its own, while the existing ones run.
void add_unknown_selections(run_results& results, const std::vector<unknown_name>& names);

}  // namespace covey::parsers
