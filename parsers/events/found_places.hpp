// Which failures of a run that has ended were known at which place while it went on.
#pragma once

#include "parsers/events/output_parser.hpp"
#include "parsers/model/run.hpp"
#include <vector>

namespace covey::parsers {

// Sets failure::found_at. Failures of one test are told apart by their order; those that `so_far` has not keep 0.
void set_found_places(std::vector<failure>& failures, const failures_so_far& so_far);

}  // namespace covey::parsers
