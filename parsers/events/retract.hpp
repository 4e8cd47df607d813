// Takes back an outcome that the runner corrects later.
#pragma once

#include "parsers/model/run.hpp"
#include "parsers/model/test.hpp"
#include <cstddef>
#include <optional>
#include <string_view>

namespace covey::parsers {

// Removes the latest test of that identity with this outcome, and its failure, which must not be before index
// `first_failure`. A test at this place goes before one at another.
std::optional<test_record> retract(run_results& results, const test_id& id, std::string_view key,
                                   outcome reported, const location& place, std::size_t first_failure);

}  // namespace covey::parsers
