// What a caller picked by its exact name and is not there.
#pragma once

#include "parsers/model/run.hpp"
#include <string>
#include <vector>

namespace covey::parsers {

// Each becomes an error of its own, while what is there runs.
void add_unknown_selections(run_results& results, const std::vector<std::string>& names);

}  // namespace covey::parsers
