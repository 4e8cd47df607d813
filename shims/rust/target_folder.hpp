// The target folder of the instrumented builds.
#pragma once

#include <string>
#include <vector>

namespace covey::process {

// Gives a target folder that is not there yet the dependencies that the user's own builds have made: they are
// the same ones, for only the crates below `root` are compiled differently. Libraries are shared by hard
// links (rustc replaces them, it never writes into them), everything else is copied: some linkers do write
// into what is there. cargo looks itself at what it finds and makes again what does not fit. Nothing is taken
// while a cargo builds there. `triple`: the target's, where one is set.
void seed_cargo_target(const std::string& from, const std::string& to, const std::string& root,
                       const std::string& triple);

// cargo does not see how covey measures: what is in `target`, covey's own folder, and was built with other
// flags of rustc is removed.
void drop_builds_with_other_flags(const std::string& target, const std::vector<std::string>& flags);

}  // namespace covey::process
