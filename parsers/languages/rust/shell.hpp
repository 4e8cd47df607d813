// See parsers/languages/shell_run.hpp.
#pragma once

#include "parsers/languages/shell_run.hpp"

namespace covey::parsers::languages::rust {

// `cargo test totals`. A name is looked for by its last part, since labels lack the modules of files.
std::optional<shell_run> read_command(const std::vector<std::string>& words);

}  // namespace covey::parsers::languages::rust
