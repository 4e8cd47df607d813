// The target folder of the instrumented builds.
// Design: docs/design/15-rust.md
#pragma once

#include <string>
#include <vector>

namespace covey::shims::rust {

// Fills a new target folder with the dependencies that the user's own builds have made. They are the same,
// because only the crates below `root` are compiled differently. Libraries are shared by hard links (rustc
// replaces them and never writes into them); everything else is copied, because some linkers write into
// existing files. cargo checks what it finds and rebuilds what does not fit. Nothing is taken while a cargo
// builds there. `triple`: the configured target's, if there is one.
void warm_start_target(const std::string& from, const std::string& to, const std::string& root,
                       const std::string& triple);

// Empties `target`, covey's own folder, if it was built with other rustc flags: cargo does not know about
// these flags and would reuse the old builds.
void drop_builds_with_other_flags(const std::string& target, const std::vector<std::string>& flags);

}  // namespace covey::shims::rust
