// Several failures of one test are one entry of the answer.
#pragma once

#include "parsers/model/test.hpp"
#include <vector>

namespace covey::parsers {

// The first one, with the others appended to its message. Moves from `several`.
failure joined(std::vector<failure>& several);

}  // namespace covey::parsers
