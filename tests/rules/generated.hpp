// The parts of the documentation that are made from the product's own catalogues.
#pragma once

#include <map>
#include <string>

namespace covey::testing {

// By marker the Markdown between `<!-- MARKER -->` and `<!-- /MARKER -->`, with a line feed at its end.
std::map<std::string, std::string> generated_parts();

}  // namespace covey::testing
