// What a runner says of a test may not be its last word.
#pragma once

#include "parsers/model/run.hpp"
#include "parsers/model/test.hpp"
#include <cstddef>
#include <optional>
#include <string_view>

namespace covey::parsers {

// Takes the latest test of that identity out that came to this outcome, with its failure if that is not
// before `first_failure`. One at this place goes before one at another.
std::optional<test_record> retract(run_results& results, const test_id& id, std::string_view key,
                                   outcome told, const location& place, std::size_t first_failure);

}  // namespace covey::parsers
