// Go: `go test -json`, line coverage with the packages whose tests ran each line.
#pragma once

#include "parsers/languages/language.hpp"

namespace covey::parsers {

extern const language go_language;

}  // namespace covey::parsers
