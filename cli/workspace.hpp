// Which folder the server works in.
#pragma once

#include <string>

namespace covey::cli {

// `given` if it is not empty. Else the folder started in, if some language knows it for a project; else the folder
// that the host names in the environment (Claude Code: CLAUDE_PROJECT_DIR; Cursor, which starts servers in /:
// WORKSPACE_FOLDER_PATHS, the first of them); else the folder started in. Absolute, without symbolic links; empty
// after the reason was reported on stderr.
std::string find_workspace(const std::string& given);

// The folder that the host names in the environment, without symbolic links; empty: none.
std::string folder_of_host();

}  // namespace covey::cli
