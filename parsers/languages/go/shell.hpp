// See parsers/languages/shell_run.hpp.
#pragma once

#include "parsers/languages/shell_run.hpp"

namespace covey::parsers::languages::go {

// `go test -run TestA ./cart`. Packages by their folders only: an import path says no folder.
std::optional<shell_run> read_command(const std::vector<std::string>& words);

}  // namespace covey::parsers::languages::go
