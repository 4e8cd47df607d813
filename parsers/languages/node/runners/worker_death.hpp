// What Node printed when a worker of a runner ended.
#pragma once

#include "parsers/model/test.hpp"
#include <string_view>

namespace covey::parsers::languages::node {

// Adds an uncaught error to the failure of the file, or of a test of it, whose worker it ended: the last
// error on stderr whose stack names that file.
void add_uncaught(failure& of, std::string_view err, std::string_view root);

}  // namespace covey::parsers::languages::node
