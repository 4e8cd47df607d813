// Which packages and targets of a workspace a run is of.
#pragma once

#include "parsers/languages/rust/flags.hpp"
#include "parsers/languages/rust/workspace.hpp"
#include <string>
#include <vector>

namespace covey::parsers::languages::rust {

// The workspace's packages below covey's root; all packages if none is below it. Of these those that the user names.
std::vector<const workspace_package*> chosen_packages(const cargo_workspace& workspace,
                                                      const std::string& root, const cargo_words& added);

// Why nothing can be chosen, as a sentence: a name that the user gave, and no package or target has. Empty: all are there.
std::string why_nothing_is_chosen(const cargo_workspace& workspace, const std::string& root,
                                  const cargo_words& added);

}  // namespace covey::parsers::languages::rust
