// Several failures of one test are one entry of the answer.
#pragma once

#include "parsers/model/test.hpp"
#include <vector>

namespace covey::parsers {

// The first speaks, the others follow it in its message. What they hold is taken.
failure joined(std::vector<failure>& several);

}  // namespace covey::parsers
