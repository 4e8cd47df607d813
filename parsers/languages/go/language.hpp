// Go: `go test -json`, line coverage with the packages whose tests ran each line.
#pragma once

#include "parsers/languages/language.hpp"

namespace covey::parsers::languages::go {

extern const language language_definition;

}  // namespace covey::parsers::languages::go
